/** A command that a project uses to check itself, and the file that says so. */
export type ProjectCommand = { readonly run: string; readonly from: string }

/** The files at the top of a workspace that can name such commands. */
export const projectFiles = [
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'Makefile',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'AGENTS.md',
] as const

type Contents = { readonly [file: string]: string | undefined }

const MOST = 8

/** How a project checks itself, most important first: tests, then types, then style. Reads no more than file contents. */
export function projectCommands(files: Contents): readonly ProjectCommand[] {
  const found = [
    ...inPackage(files),
    ...inMakefile(files.Makefile ?? ''),
    ...inPython(files['pyproject.toml'] ?? ''),
    ...(files['Cargo.toml'] === undefined ? [] : [{ run: 'cargo test', from: 'Cargo.toml' }]),
    ...(files['go.mod'] === undefined ? [] : [{ run: 'go test ./...', from: 'go.mod' }]),
    ...inAgentsMd(files['AGENTS.md'] ?? ''),
  ]
  return found.filter(({ run }, index) => found.findIndex((one) => one.run === run) === index).slice(0, MOST)
}

const SCRIPTS = ['test', 'check', 'typecheck', 'type-check', 'lint']

function inPackage(files: Contents): readonly ProjectCommand[] {
  const { scripts = {}, packageManager = '' } = packageIn(files['package.json'] ?? '')
  const manager = managerOf(files, packageManager)
  return SCRIPTS.flatMap((name) => {
    const script = scripts[name]
    if (typeof script !== 'string' || /no test specified/u.test(script)) return []
    return [{ run: name === 'test' ? `${manager} test` : `${manager} run ${name}`, from: 'package.json' }]
  })
}

function packageIn(text: string): { scripts?: { readonly [name: string]: unknown }; packageManager?: string } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function managerOf(files: Contents, named: unknown): string {
  const [, own] = /^(npm|pnpm|yarn|bun)@/u.exec(typeof named === 'string' ? named : '') ?? []
  if (own !== undefined) return own
  if (files['pnpm-lock.yaml'] !== undefined) return 'pnpm'
  if (files['yarn.lock'] !== undefined) return 'yarn'
  return files['bun.lock'] === undefined ? 'npm' : 'bun'
}

const inMakefile = (text: string): readonly ProjectCommand[] =>
  ['test', 'check', 'lint'].flatMap((target) =>
    new RegExp(`^${target}\\s*:(?!=)`, 'mu').test(text) ? [{ run: `make ${target}`, from: 'Makefile' }] : [],
  )

function inPython(text: string): readonly ProjectCommand[] {
  const from = 'pyproject.toml'
  return [
    ...(/^\[tool\.pytest\b|["']pytest\b/mu.test(text) ? [{ run: 'python -m pytest', from }] : []),
    ...(/^\[tool\.ruff\b/mu.test(text) ? [{ run: 'ruff check .', from }] : []),
    ...(/^\[tool\.mypy\b/mu.test(text) ? [{ run: 'mypy .', from }] : []),
  ]
}

const RUNNERS =
  /^(?:(?:npm|pnpm|yarn|bun|npx|make|just|cargo|go|python3? -m|pytest|tox|ruff|mypy|dotnet|mvn|gradle|\.\/gradlew|bundle exec|rake|mix|swift|deno) ?)[\w ./:@=-]{0,120}$/u
const ABOUT = /\b(?:test|check|verify|lint|types?)/iu

/** Commands in code marks that start a known runner, on lines about checking. */
const inAgentsMd = (text: string): readonly ProjectCommand[] =>
  text
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/`([^`]{2,120})`/gu)].flatMap(([, run = '']) =>
        RUNNERS.test(run) && ABOUT.test(run) ? [{ run: run.trim(), from: 'AGENTS.md' }] : [],
      ),
    )
