import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallId, Json, SessionId, TaskId } from '@convene/domain'
import { fileTools, toolHost } from '@convene/tools'
import { rgPath } from '@vscode/ripgrep'
import type { Finding } from '../report.ts'
import { median } from '../run-child.ts'

const FOLDERS = 1_000
const FILES = 50
const WORDS = 'session agent panel delegate permission event log reconcile fold budget'.split(' ')

type Race = {
  readonly name: string
  readonly tool: string
  readonly input: Json
  readonly arguments: readonly string[]
}

const races: readonly Race[] = [
  {
    name: 'grep for a rare word, relative to rg',
    tool: 'grep',
    input: { pattern: 'needle_\\d+' },
    arguments: ['--line-number', 'needle_\\d+'],
  },
  {
    name: 'grep in one file type, relative to rg',
    tool: 'grep',
    input: { pattern: 'fold\\(3\\) = \\d*75$', include: '*.ts' },
    arguments: ['--line-number', '-g', '*.ts', 'fold\\(3\\) = \\d*75$'],
  },
  {
    name: 'glob by file type, relative to rg --files -g',
    tool: 'glob',
    input: { pattern: '**/*.md' },
    arguments: ['--files', '-g', '**/*.md'],
  },
  {
    name: 'glob by folder, relative to rg --files -g',
    tool: 'glob',
    input: { pattern: 'p1*/**/*.ts' },
    arguments: ['--files', '-g', 'p1*/**/*.ts'],
  },
  {
    name: 'glob of everything, relative to rg --files -g',
    tool: 'glob',
    input: { pattern: '**' },
    arguments: ['--files', '-g', '**'],
  },
]

/** The file tools compared with the ripgrep program on the same tree of 50,000 files, alternating. */
export async function files(rounds: number): Promise<readonly Finding[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'convene-bench-')))
  try {
    const workspace = join(root, 'tree')
    plant(workspace)
    const findings: Finding[] = []
    for (const race of races) findings.push(await run(race, workspace, root, rounds))
    return findings
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function run(race: Race, workspace: string, root: string, rounds: number): Promise<Finding> {
  const home = join(root, 'home')
  const host = toolHost({ tools: fileTools({ home }), home })
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const own = await timed(() => call(host, race, workspace, round))
    const other = await timed(() => ripgrep(race, workspace))
    // The first round warms the file cache for both.
    if (round === 0) continue
    ours.push(own)
    theirs.push(other)
  }
  const values = { convene: median(ours), ripgrep: median(theirs) }
  return { name: `${race.name}, 50,000 files`, ratio: values.convene / values.ripgrep, bar: 2, values }
}

async function call(host: ReturnType<typeof toolHost>, { tool, input }: Race, workspace: string, round: number) {
  const request = {
    session: 'bench' as SessionId,
    task: '1/coder' as TaskId,
    call: `c${round}` as CallId,
    agent: 'coder',
    workspace,
    tool,
    input,
  }
  const resources = await host.inspect(request)
  const { ok, output } = await host.run({ ...request, resources }, new AbortController().signal)
  if (!ok) throw new Error(output)
}

/** No standard input, because ripgrep would search it instead of the folder. */
async function ripgrep(race: Race, cwd: string): Promise<void> {
  const { status } = spawnSync(rgPath, race.arguments, { cwd, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] })
  if (status !== 0) throw new Error(`ripgrep exited with code ${status}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Folders of small files, as in a large repository. A few files contain the needle. */
function plant(workspace: string): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(workspace, `p${folder % 40}`, 'src', `m${folder}`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < FILES; file++) {
      const number = folder * FILES + file
      const kind = ['ts', 'ts', 'ts', 'json', 'md'][number % 5]
      writeFileSync(join(path, `${WORDS[number % WORDS.length]}-${number}.${kind}`), content(number))
    }
  }
  writeFileSync(join(workspace, '.gitignore'), 'dist/\n*.log\n')
}

const content = (number: number): string => {
  const lines = Array.from(
    { length: 12 },
    (_, line) => `export const ${WORDS[(number + line) % WORDS.length]}(${line}) = ${number}`,
  )
  return `${lines.join('\n')}\n${number % 5_000 === 0 ? `needle_${number}\n` : ''}`
}
