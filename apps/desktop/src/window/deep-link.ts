/** The page that a link such as `convene://session/01J…` opens; undefined for anything else. */
export function pathOfLink(link: string): string | undefined {
  const found = /^convene:\/\/(session)\/([0-9A-HJKMNP-TV-Z]{4,26})\/?$/iu.exec(link)
  return found ? `/session/${found[2]?.toUpperCase()}` : undefined
}
