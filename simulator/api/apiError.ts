/** Error that is sent as an answer: `{ "error": message }` with the status. */
export class ApiError extends Error {
  readonly status: number;

  /** @param status 4xx or 5xx */
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}
