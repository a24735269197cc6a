/** What the API answers instead of what was asked for (RFC 9457), or that it could not be reached. */
export class ApiProblem extends Error {
  /** 0: there was no answer. */
  readonly status: number;
  /** Mistakes of a body, each with its place. */
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  /** With 409: the present state. */
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

/** Any error as a problem: what is none came without an answer. */
export function problemOf(error: unknown): ApiProblem {
  return error instanceof ApiProblem ? error : new ApiProblem(0, undefined);
}
