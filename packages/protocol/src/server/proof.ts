/** The header in which a page sends its key. */
export const PAGE_KEY_HEADER = 'x-convene-page'

/**
 * What a server signs to prove that it knows the key of pages. The name it was called by is part of it, so that nobody who
 * listens elsewhere can have a proof made by the server and pass it on as theirs.
 */
export const provenText = (host: string, challenge: string): string => `health\n${host}\n${challenge}`
