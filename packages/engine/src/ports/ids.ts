/** Creates ULIDs: sortable by time, without a prefix on the wire. */
export interface Ids {
  next(): string
}
