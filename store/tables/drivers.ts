/** What a fleet uploaded about its drivers as people; null: it says nothing of that field. */
export interface DriverDirectoryTable {
  fleetId: string;
  driverId: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  vehicle: string | null;
  licensePlate: string | null;
  employeeNumber: string | null;
  managerEmail: string | null;
  region: string | null;
  language: string | null;
  updatedAt: Date;
}
