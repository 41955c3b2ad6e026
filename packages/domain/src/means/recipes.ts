/** Lines that run under a name: a script of a package, a target of make. `needs`: what runs before them. */
export type Recipe = { readonly name: string; readonly needs: readonly string[]; readonly lines: string }

const PACKAGE = /(?:^|\/)(?:package|composer|deno)\.jsonc?$/u
const TARGETS = /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[^/]+\.mk|\.?[Jj]ustfile)$/u
const WHOLE =
  /(?:^|\/)(?:Taskfile\.ya?ml|tox\.ini|Procfile|wireit\.json|lefthook\.yml)$|\.(?:sh|bash|zsh|ksh|bats|cmd|bat|ps1)$/u
const SHELL = /^#![^\n]{0,80}\b(?:ba|da|z|k|a)?sh\b/u

/** Whether a file says what else is run, so that its text is needed to know what a check runs. */
export const hasRecipes = (path: string, content: string): boolean =>
  PACKAGE.test(path) || TARGETS.test(path) || WHOLE.test(path) || SHELL.test(content)

/** Whether other programs run its recipes by name. A script is started itself. */
export const isRecipeFile = (path: string): boolean => PACKAGE.test(path) || TARGETS.test(path)

/** What can be run by name in a file. Every other file is one recipe with its whole text. */
export function recipesIn(path: string, text: string): readonly Recipe[] {
  if (PACKAGE.test(path)) return scriptsIn(text)
  return TARGETS.test(path) ? targetsIn(text) : [{ name: '', needs: [], lines: text }]
}

function scriptsIn(text: string): readonly Recipe[] {
  const scripts = recordIn(recordIn(parsed(text)).scripts)
  return Object.entries(scripts).flatMap(([name, lines]) => {
    const all = Array.isArray(lines) ? lines.join('\n') : lines
    return typeof all === 'string' ? [{ name, needs: [`pre${name}`, `post${name}`], lines: all }] : []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const recordIn = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {}

const TARGET = /^@?([\w./%$(){}-][^:=\t#]{0,200}?)\s*:(?!=)([^=].*)?$/u

function targetsIn(text: string): readonly Recipe[] {
  const found: { name: string; needs: string[]; lines: string }[] = []
  let open: typeof found = []
  for (const line of text.split('\n')) {
    if (/^\s/u.test(line)) for (const one of open) one.lines += `${bare(line)}\n`
    else {
      const [, names = '', rest = ''] = TARGET.exec(line) ?? []
      if (names === '') continue
      const [needs = '', own = ''] = rest.split(';', 2)
      const words = needs.split(/[\s|]+/u).filter((word) => word !== '')
      open = names.split(/\s+/u).map((name) => ({ name, needs: words, lines: own === '' ? '' : `${bare(own)}\n` }))
      found.push(...open)
    }
  }
  return found
}

/** Files that a makefile reads as if they were part of it, whether they are there or not. */
export const includesIn = (path: string, text: string): readonly string[] =>
  TARGETS.test(path)
    ? [...text.matchAll(/^(?:-|s)?(?:include|import)[ \t]([^\n#]{1,400})/gmu)].flatMap(([, names = '']) =>
        names.split(/[\s'"]+/u).filter((name) => name !== ''),
      )
    : []

/** A line without what make itself reads: `@` and `-` at its start, and the names of programs in variables. */
const bare = (line: string): string =>
  line
    .trim()
    .replace(/^[@+-]+/u, '')
    .replaceAll(/\$[({](?:MAKE|make)[)}]/gu, 'make')
    .replaceAll(/\$[({](\w{1,40})[)}]/gu, '$$$1')
