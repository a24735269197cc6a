/** A field in the driver record. */
interface DriverFieldDefinition {
  /** The field's name in settings, CSV files, templates and API responses. */
  readonly name: string;
  readonly help: string;
  /** Maximum length of a value, in characters. */
  readonly most: number;
  readonly example: string;
  /** Whether messages show the field by default. */
  readonly isShown: boolean;
}

/** The fields in a driver record, which describes a driver as a person. No fact and no rule scope uses these fields. */
export const DRIVER_FIELDS = [
  { name: 'name', help: 'The driver’s name.', most: 200, example: 'Ann Meyer', isShown: true },
  { name: 'phone', help: 'A phone number.', most: 40, example: '+49 30 123456', isShown: true },
  { name: 'email', help: 'An e-mail address.', most: 200, example: 'ann@example.com', isShown: false },
  { name: 'vehicle', help: 'The vehicle, in words.', most: 200, example: 'Van 12', isShown: true },
  { name: 'license_plate', help: 'Its license plate.', most: 40, example: 'B-AM 1234', isShown: true },
  { name: 'employee_number', help: 'The employee number.', most: 100, example: 'E-4711', isShown: false },
  {
    name: 'manager_email',
    help: 'The e-mail address of the driver’s manager.',
    most: 200,
    example: 'lead@example.com',
    isShown: false,
  },
  { name: 'region', help: 'The region or depot.', most: 100, example: 'north', isShown: true },
  {
    name: 'language',
    help: 'The driver’s language as a code, such as `de` or `en-GB`.',
    most: 10,
    example: 'de',
    isShown: true,
  },
] as const satisfies readonly DriverFieldDefinition[];

/** The name of a field in a driver record. */
export type DriverField = (typeof DRIVER_FIELDS)[number]['name'];

/** Names of all fields in a driver record, in the order in which they are shown. */
export const DRIVER_FIELD_NAMES: readonly DriverField[] = DRIVER_FIELDS.map(({ name }) => name);

/** Personal data of one driver by field. All values are plain text on one line. */
export type DriverRecord = Readonly<Partial<Record<DriverField, string>>>;
