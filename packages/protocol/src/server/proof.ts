/** The header with a page's key. */
export const PAGE_KEY_HEADER = 'x-convene-page'

/**
 * What a server signs to prove that it knows the page key. Includes the host name it was called by, so that someone
 * listening elsewhere cannot obtain a proof from the server and pass it off as their own.
 */
export const provenText = (host: string, challenge: string): string => `health\n${host}\n${challenge}`
