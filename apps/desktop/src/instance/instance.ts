import {
  existsSync,
  type FSWatcher,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Processes, ProcessMark } from '@convene/engine'

/** What a second start passes to the first: the path to open, if any. */
export type InstanceCall = { readonly path?: string }

export type Instance = { release(): void }

type Claim = {
  /** The window's folder, inside the data folder. */
  readonly folder: string
  readonly processes: Processes
  /** Receives calls from later starts. */
  hear(call: InstanceCall): unknown
}

/**
 * One window per data folder. Undefined if a live process already has it. The owner is marked by a file and called
 * through files, so no socket is needed, and the mark of a killed process names no live process.
 */
export function claimInstance({ folder, processes, hear }: Claim): Instance | undefined {
  mkdirSync(callsIn(folder), { recursive: true, mode: 0o700 })
  const mark = join(folder, 'instance.json')
  const mine = JSON.stringify(processes.self)
  while (!create(mark, mine)) {
    const owner = readMark(mark)
    if (owner && processes.alive(owner)) return undefined
    // Moved away first: two starts that find the same dead mark must not remove each other's new one.
    setAside(mark, `${mark}.${processes.self.pid}.dead`)
  }
  const watching = listenTo(callsIn(folder), hear)
  return {
    release: () => {
      watching.close()
      if (existsSync(mark) && readFileSync(mark, 'utf8') === mine) rmSync(mark, { force: true })
    },
  }
}

type HandingOver = {
  readonly folder: string
  readonly processes: Processes
  readonly call: InstanceCall
  readonly name: string
  readonly patienceMs?: number
}

const LOOK_MS = 20
const PATIENCE_MS = 10_000

/** Tells the process with the window where to go. The result: it heard, it has exited, or it does not respond. */
export async function handOver(handing: HandingOver): Promise<'heard' | 'gone' | 'deaf'> {
  const { folder, processes, call, name, patienceMs = PATIENCE_MS } = handing
  const file = join(callsIn(folder), `${name}.json`)
  writeFileSync(`${file}.part`, JSON.stringify(call), { mode: 0o600 })
  renameSync(`${file}.part`, file)
  const isThere = () => {
    const owner = readMark(join(folder, 'instance.json'))
    return owner !== undefined && processes.alive(owner)
  }
  for (let waited = 0; waited < patienceMs && isThere(); waited += LOOK_MS) {
    if (!existsSync(file)) return 'heard'
    await setTimeout(LOOK_MS)
  }
  if (!withdraw(file)) return 'heard'
  return isThere() ? 'deaf' : 'gone'
}

/** Takes the call back. False if it was heard at the last moment. */
function withdraw(file: string): boolean {
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}

const callsIn = (folder: string): string => join(folder, 'calls')

/** Creates the mark atomically, and only if there is none yet. */
function create(mark: string, content: string): boolean {
  const part = `${mark}.${process.pid}.part`
  writeFileSync(part, content, { mode: 0o600 })
  try {
    linkSync(part, mark)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(part, { force: true })
  }
}

function setAside(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    return
  }
  rmSync(to, { force: true })
}

function readMark(path: string): ProcessMark | undefined {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8')) as ProcessMark
    return typeof pid === 'number' && typeof startedAt === 'number' ? { pid, startedAt } : undefined
  } catch {
    return undefined
  }
}

function listenTo(calls: string, hear: (call: InstanceCall) => unknown): FSWatcher {
  const look = () => {
    for (const name of readdirSync(calls).filter((each) => each.endsWith('.json'))) {
      const call = take(join(calls, name))
      if (call) hear(call)
    }
  }
  const watching = watch(calls, () => existsSync(calls) && look())
  look()
  return watching
}

function take(file: string): InstanceCall | undefined {
  try {
    const { path } = JSON.parse(readFileSync(file, 'utf8')) as InstanceCall
    if (path === undefined) return {}
    return typeof path === 'string' && path.startsWith('/') ? { path } : undefined
  } catch {
    return undefined
  } finally {
    rmSync(file, { force: true })
  }
}
