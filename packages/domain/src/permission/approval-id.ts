/**
 * How an ask is named among those of all sessions: `01K…7Q4M2KXR.1.coder.c2-1`. Fit for a URL as it is, and no two asks
 * share one: every character that is not plain is spelled out, the separators too.
 */
export const approvalId = (session: string, ask: string): string =>
  `${session}.${ask
    .replace(/\/ask$/u, '')
    .split('/')
    .map(spelledOut)
    .join('.')}`

const spelledOut = (part: string): string =>
  part.replaceAll(/[^\w-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`)

/** The session that an approval's id names; empty if it names none. */
export const sessionOfApproval = (id: string): string => /^([0-9A-Z]{10,40})\./u.exec(id)?.[1] ?? ''
