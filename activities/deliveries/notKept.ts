/** What a delivery tells of is not in the store, which only a mistake of ours can cause: waiting does not bring it back. */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError';
}
