/**
 * An ask's id across all sessions: `01K…7Q4M2KXR.1.coder.c2-1`. It is URL-safe and unique: every character that is not
 * plain is spelled out, including the separators.
 */
export const approvalId = (session: string, ask: string): string =>
  `${session}.${ask
    .replace(/\/ask$/u, '')
    .split('/')
    .map(spelledOut)
    .join('.')}`

const spelledOut = (part: string): string =>
  part.replaceAll(/[^\w-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`)

/** The session in an approval's id. Empty if there is none. */
export const sessionOfApproval = (id: string): string => /^([0-9A-Z]{10,40})\./u.exec(id)?.[1] ?? ''
