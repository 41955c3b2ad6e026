/** The rules that a site's robots.txt has for one robot. */
export type Robots = {
  allows(url: URL): boolean
  /** Seconds between two requests, 0 if the site does not say. */
  readonly delay: number
}

type Rule = { readonly allow: boolean; readonly pattern: string }
type Group = { readonly agents: string[]; readonly rules: Rule[]; delay: number }

const MAX_CHARACTERS = 500_000
const MAX_RULES = 2_000

/** Nothing is forbidden. */
export const everything: Robots = { allows: () => true, delay: 0 }
/** Nothing is allowed: for a site whose rules cannot be fetched. */
export const nothing: Robots = { allows: () => false, delay: 0 }

/** Parses a robots.txt (RFC 9309). The group that names the agent applies, or else the group for all robots. */
export function parseRobots(text: string, agent: string): Robots {
  const groups = groupsOf(text.slice(0, MAX_CHARACTERS))
  const named = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()))
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  const rules = chosen.flatMap((group) => group.rules).slice(0, MAX_RULES)
  return {
    allows: (url) => url.pathname === '/robots.txt' || isAllowed(rules, canonical(`${url.pathname}${url.search}`)),
    delay: Math.max(0, ...chosen.map(({ delay }) => delay)),
  }
}

function groupsOf(text: string): readonly Group[] {
  const groups: Group[] = []
  let isNaming = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field, value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    if (!field) continue
    const name = field.toLowerCase()
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [], delay: 0 })
      groups.at(-1)?.agents.push(value.trim().toLowerCase().split('/')[0] ?? '')
    } else addTo(groups.at(-1), name, value.trim())
    isNaming = name === 'user-agent'
  }
  return groups
}

function addTo(group: Group | undefined, name: string, value: string): void {
  if (!group) return
  if ((name === 'allow' || name === 'disallow') && value !== '')
    group.rules.push({ allow: name === 'allow', pattern: canonical(value) })
  if (name === 'crawl-delay' && Number(value) > 0) group.delay = Number(value)
}

/** Paths and patterns are compared in the same spelling: `/ä` as `/%C3%A4`, `/%7Ejoe` as `/~joe`. */
function canonical(text: string): string {
  return encodeURI(text.toWellFormed())
    .replaceAll('%25', '%')
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
}

/** The longest matching pattern decides. If two are equally long, "allow" wins. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  const fitting = rules.filter(({ pattern }) => fits(pattern, path))
  const longest = Math.max(0, ...fitting.map(({ pattern }) => pattern.length))
  const deciding = fitting.filter(({ pattern }) => pattern.length === longest)
  return deciding.length === 0 || deciding.some(({ allow }) => allow)
}

/** Not a regular expression: a pattern with many stars would never finish. */
function fits(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isAnchored ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isAnchored) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}
