/** The header with a page's pass, or with its key if the page cannot compute one. */
export const PAGE_KEY_HEADER = 'x-convene-page'

/** The header that shows a page that the server answered, and not a program that took over its port. */
export const ANSWER_HEADER = 'x-convene-answer'

/** The space a caller means. The operator can name any, while a token or a login has only its own. */
export const SPACE_HEADER = 'convene-space'

/**
 * What a server signs to prove that it knows the page key. Includes the host name it was called by, so that someone
 * listening elsewhere cannot obtain a proof from the server and pass it off as their own. `boot` is a random id of the
 * server process.
 */
export const provenText = (host: string, challenge: string, boot: string): string =>
  `health\n${host}\n${challenge}\n${boot}`

/**
 * What a caller signs with its secret to get a pass for calls to this server process. If the process dies after its
 * proof, another program on its port may receive the pass, but cannot use it anywhere.
 */
export const signedCallText = (host: string, boot: string): string => `call\n${host}\n${boot}`

/** What a server signs with the page key in every answer to a pass, which no other program has seen. */
export const signedAnswerText = (host: string, boot: string): string => `answer\n${host}\n${boot}`
