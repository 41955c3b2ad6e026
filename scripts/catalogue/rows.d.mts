/** Catalogue rows from the source's files. */
export function rowsFrom(read: (file: string) => object): Record<string, Record<string, unknown>>
