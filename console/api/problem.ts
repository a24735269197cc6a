/** An error that the API answers (RFC 9457), or a failure to reach the API. */
export class ApiProblem extends Error {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Mistakes in the request's body, each with its place. */
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  /** The present state; only with 409. */
  readonly state: string | undefined;
  constructor(status: number, body: unknown) {
    const { detail, errors, state } = (body ?? {}) as {
      readonly detail?: string;
      readonly errors?: ApiProblem['errors'];
      readonly state?: string;
    };
    super(detail ?? '');
    this.name = 'ApiProblem';
    this.status = status;
    this.errors = errors ?? [];
    this.state = state;
  }
}

/** Returns any error as a problem; an error of another kind means that there was no answer. */
export function problemOf(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem(0, undefined);
}
