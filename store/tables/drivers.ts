/** A fleet's uploaded personal data of a driver; null: the upload has no such field. */
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
