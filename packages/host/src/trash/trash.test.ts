import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fromWire, type SessionId } from '@convene/domain'
import { fileBlobs, fileTrash } from '@convene/store'
import {
  folderOf,
  memoryEventLog,
  put,
  repositoryWith,
  sampleFacts,
  sampleRow,
  sessionNumber,
  stamped,
  stateOf,
} from '@convene/testkit'
import { worktrees } from '@convene/tools'
import { describe, expect, test } from 'vitest'
import { startCleanup } from '../cleanup/cleanup.ts'
import { cleanUpWorker } from '../cleanup/cleanup-of-worker.ts'
import { listTrash, restoreSession } from './restore-session.ts'
import { trashSession } from './trash-session.ts'

const NOW = Date.UTC(2026, 0, 31)
const HOUR = 3_600_000
const [gone, other] = [sessionNumber(1), sessionNumber(2)]

/** A home and a repository where two sessions have worked. */
async function household() {
  const [home, workspace] = [realpathSync(folderOf()), repositoryWith({ 'a.txt': 'one\n' })]
  const log = memoryEventLog()
  const untouched = stateOf(workspace)
  for (const session of [gone, other]) {
    await log.append(session, 0, stamped(session, 0, sampleFacts), sampleRow())
    put(home, { [`outputs/${session}/c1.log`]: 'long', [`reads/${session}`]: '[]\n' })
    const entered = await worktrees(home).enter({ session, agent: 'ada' }, workspace)
    if (entered.ok) put(entered.value, { 'a.txt': `work of ${session}\n` })
  }
  const left = (session: SessionId) =>
    ['outputs', 'reads', 'worktrees'].filter((kind) => readdirSync(join(home, kind)).includes(session))
  const owners: SessionId[] = []
  const cleanup = (now = NOW) =>
    startCleanup({
      home,
      workspace,
      log,
      ownership: { owned: async (session) => owners.includes(session) },
      blobs: fileBlobs(home),
      trash: fileTrash(home),
      now: () => now,
    })
  return { home, workspace, log, left, untouched, cleanup, owners }
}

function age(path: string, ms: number): void {
  utimesSync(path, (NOW - ms) / 1_000, (NOW - ms) / 1_000)
}

function ageAll(home: string, session: SessionId, ms: number): void {
  for (const kind of ['outputs', 'reads', 'worktrees']) age(join(home, kind, session), ms)
}

describe('deleting a session', () => {
  test('removes its events, outputs, marks and worktrees, and nothing of other sessions', async () => {
    const { home, workspace, log, left, untouched } = await household()
    expect(await trashSession({ home, log }, gone)).toEqual({ ok: true, value: undefined })
    expect([await log.head(gone), await log.head(other)]).toEqual([0, 3])
    expect([left(gone), left(other)]).toEqual([[], ['outputs', 'reads', 'worktrees']])
    await trashSession({ home, log }, other)
    expect(stateOf(workspace)).toEqual(untouched)
  })

  test('also removes one that cannot be read, and keeps a copy that says why it cannot be restored', async () => {
    const { home, log } = await household()
    const [first, ...others] = await log.stored(gone)
    const odd = [first, ...others.map((event) => ({ ...event, type: 'message.sung' }))]
    const unreadable = { ...log, stored: async () => odd as typeof others }
    expect(await trashSession({ home, log: unreadable }, gone)).toEqual({ ok: true, value: undefined })
    expect(await log.head(gone)).toBe(0)
    const trash = fileTrash(home)
    expect((await listTrash(trash)).map(({ id, title }) => [id, title])).toEqual([[gone, 'Ship']])
    expect(await restoreSession({ home, log, trash }, gone)).toMatchObject({ refusal: { code: 'newer_version' } })
  })

  test('keeps its events and its agents’ work in the trash, readable only by the user', async () => {
    const { home, log } = await household()
    const before = await log.read(gone)
    await trashSession({ home, log }, gone)
    const lines = readFileSync(join(home, 'trash', `${gone}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => fromWire(JSON.parse(line)))).toEqual(before)
    expect(readFileSync(join(home, 'trash', `${gone}-ada.patch`), 'utf8')).toContain(`+work of ${gone}`)
  })

  test('does nothing if the trash cannot store it', async () => {
    const { home, log, left } = await household()
    writeFileSync(join(home, 'trash'), 'in the way')
    const refused = await trashSession({ home, log }, gone)
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'not_deleted' } })
    expect([await log.head(gone), left(gone)]).toEqual([3, ['outputs', 'reads', 'worktrees']])
  })

  test('continues if a repository is gone', async () => {
    const { home, workspace, log, left } = await household()
    rmSync(workspace, { recursive: true })
    expect((await trashSession({ home, log }, gone)).ok).toBe(true)
    expect(left(gone)).toEqual([])
  })
})

describe('a worker of a team server', () => {
  const worker = ({ home, log }: Awaited<ReturnType<typeof household>>) => {
    const ports = { blobs: fileBlobs(home), trash: fileTrash(home), ownership: { owned: async () => false } }
    const store = async () => ({ ...ports, log, shared: {} }) as never
    return cleanUpWorker({ home, now: () => Date.now() + 48 * HOUR, store })
  }

  test('removes the worktrees of sessions that were deleted elsewhere, and keeps their changes', async () => {
    const place = await household()
    await place.log.remove(gone)
    await worker(place)
    expect([place.left(gone), place.left(other)]).toEqual([[], ['outputs', 'reads', 'worktrees']])
    const kept = readdirSync(join(place.home, 'trash')).filter((name) => name.includes(gone))
    expect(kept.some((name) => name.includes('.patch'))).toBe(true)
  })

  test('leaves a data folder alone that also has local sessions', async () => {
    const place = await household()
    await place.log.remove(gone)
    put(place.home, { 'convene.db': '' })
    await worker(place)
    expect(place.left(gone)).toEqual(['outputs', 'reads', 'worktrees'])
  })
})

describe('a cleanup', () => {
  test('removes files of a session that lost its events in a crash, and keeps the work in them', async () => {
    const { home, log, left, cleanup } = await household()
    await log.remove(gone)
    ageAll(home, gone, 25 * HOUR)
    ageAll(home, other, 25 * HOUR)
    await cleanup().done
    expect([left(gone), left(other)]).toEqual([[], ['outputs', 'reads', 'worktrees']])
    expect(readdirSync(join(home, 'trash'))).toEqual([`${gone}-ada.patch`])
  })

  test('leaves alone files that are young, held by a live process, or not named by us', async () => {
    const { home, log, left, cleanup, owners } = await household()
    await log.remove(gone)
    await log.remove(other)
    owners.push(other)
    ageAll(home, gone, 23 * HOUR)
    ageAll(home, other, 25 * HOUR)
    put(home, { 'outputs/notes/mine.txt': 'x' })
    age(join(home, 'outputs/notes'), 1_000 * HOUR)
    await cleanup().done
    expect(left(gone)).toEqual(left(other))
    expect(left(gone)).toHaveLength(3)
    expect(existsSync(join(home, 'outputs/notes/mine.txt'))).toBe(true)
  })

  test('empties the trash after a week', async () => {
    const { home, cleanup } = await household()
    put(home, { 'trash/old.jsonl': '', 'trash/young.jsonl': '' })
    age(join(home, 'trash/old.jsonl'), 7 * 24 * HOUR + 1_000)
    age(join(home, 'trash/young.jsonl'), 7 * 24 * HOUR - 1_000)
    await cleanup().done
    expect(readdirSync(join(home, 'trash'))).toEqual(['young.jsonl'])
  })

  test('removes our old temporary files from the workspace and from worktrees, and no others', async () => {
    const { home, workspace, cleanup } = await household()
    const outside = folderOf({ '.0123456789ab.convene-tmp': '' })
    const worktree = join(home, 'worktrees', other, 'ada')
    const young = '.00000000000a.convene-tmp'
    const names = ['.0123456789ab.convene-tmp', 'src/.ffffffffffff.convene-tmp', 'x.convene-tmp', '.0123.convene-tmp']
    put(workspace, Object.fromEntries([...names, young].map((name) => [name, ''])))
    put(worktree, { '.0123456789ab.convene-tmp': '' })
    symlinkSync(outside, join(workspace, 'link'))
    mkdirSync(join(workspace, '.abcdefabcdef.convene-tmp'))
    for (const name of names) age(join(workspace, name), 2 * HOUR)
    age(join(workspace, young), HOUR / 2)
    age(join(worktree, '.0123456789ab.convene-tmp'), 2 * HOUR)
    age(join(outside, '.0123456789ab.convene-tmp'), 2 * HOUR)
    await cleanup().done
    const there = [...names, young].filter((name) => existsSync(join(workspace, name)))
    expect(there).toEqual(['x.convene-tmp', '.0123.convene-tmp', young])
    expect(readdirSync(worktree)).toEqual(['.git', 'a.txt'])
    expect(readdirSync(outside)).toHaveLength(1)
    expect(existsSync(join(workspace, '.abcdefabcdef.convene-tmp'))).toBe(true)
  })

  test('removes incomplete files next to a worktree', async () => {
    const { home, cleanup } = await household()
    const own = join(home, 'worktrees', other)
    put(own, { 'ada.scratch-abc123/index': '', 'ada.0123456789ab.tmp': '' })
    for (const name of ['ada.scratch-abc123', 'ada.0123456789ab.tmp']) age(join(own, name), 2 * HOUR)
    await cleanup().done
    expect(readdirSync(own)).toEqual(['ada', 'ada.json'])
  })

  test('that is stopped, or has nothing to clean up, ends without an error', async () => {
    const { cleanup } = await household()
    await cleanup().stop()
    const home = '/nonexistent'
    const stores = { log: memoryEventLog(), blobs: fileBlobs(home), trash: fileTrash(home) }
    const nowhere = { home, workspace: home, ...stores, now: () => NOW }
    await startCleanup({ ...nowhere, ownership: { owned: async () => false } }).done
  })
})
