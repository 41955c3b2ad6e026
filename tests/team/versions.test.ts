import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDomain } from '@convene/domain'
import { describe, expect, onTestFinished, test } from 'vitest'
import { scratchTree } from '../recipes/scratch-tree.ts'
import { accountFor, allDone, ownServer, skipsChaos, slowly } from './chaos.ts'
import { begin, newTeam } from './nodes.ts'

const RUNS = 200

/** A copy of the program with the next version of the fold, in which the end of a run has changed. */
function nextVersion(): string {
  const tree = scratchTree()
  onTestFinished(() => tree.remove())
  const next = Number(createDomain().version) + 1
  const change = (file: string, from: string, to: string) => {
    const text = tree.read(file)
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
    tree.write(file, text.replace(from, to))
  }
  change('packages/domain/src/session/domain.ts', `version: '${next - 1}'`, `version: '${next}'`)
  const known = 'packages/domain/src/event/known-since.ts'
  change(known, 'FactType]?: number } = {', `FactType]?: number } = { 'run.finished': ${next},`)
  return join(tree.folder, 'apps/cli/bin/convene.mjs')
}

describe.skipIf(skipsChaos())('an update from one version to the next', () => {
  test('completes 200 runs while both run, damages none, and repeats no call', async () => {
    const launcher = nextVersion()
    const team = await newTeam(await (await ownServer()).database())
    slowly(team, 500)
    const [oldWeb, old] = [await team.node('web'), await team.node('worker', '--capacity', '15')]
    const young = await team.nodeOf(launcher, 'worker', '--capacity', '15')
    const newWeb = await team.nodeOf(launcher, 'web')
    await begin(oldWeb.client, RUNS / 2)
    await begin(newWeb.client, RUNS / 2)
    await pause(5_000)
    // The newer worker cannot end a run before the last older server is gone.
    for (const { launched } of [old, oldWeb]) launched.child.kill('SIGTERM')
    await Promise.all([old, oldWeb].map(({ launched }) => launched.ended))
    await allDone(newWeb, RUNS)
    expect(young.launched.child.exitCode).toBeNull()
    const account = await accountFor('versions', team)
    expect(account).toMatchObject({ finished: RUNS, lost: 0, storedTwice: 0, repeatedReplies: 0, requests: 2 * RUNS })
  })
})
