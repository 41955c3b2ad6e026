/** Nobody would read more checks at the gate. Apart from their reader, which the page loads only with a session. */
export const MOST_CHECKS = 8
