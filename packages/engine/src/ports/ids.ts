/** Makes ULIDs: sortable by time, bare on the wire. */
export interface Ids {
  next(): string
}
