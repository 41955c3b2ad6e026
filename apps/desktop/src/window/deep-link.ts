/** The session id in a link such as `convene://session/01J…`, in full or its end. Undefined for anything else. */
export function sessionOfLink(link: string): string | undefined {
  return /^convene:\/\/session\/([0-9A-HJKMNP-TV-Z]{4,26})\/?$/iu.exec(link)?.[1]?.toUpperCase()
}

export const pathOfSession = (session: string): string => `/session/${session}`

/** The path that a link opens. */
export function pathOfLink(link: string): string | undefined {
  const session = sessionOfLink(link)
  return session === undefined ? undefined : pathOfSession(session)
}
