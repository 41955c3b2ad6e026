import { describe, expect, test } from 'vitest'
import { hasBubblewrap, isGone, lives, ownSleep, setUp, unsandboxed, until } from './bash-tool.fixture.ts'
import type { Sandbox } from './sandbox.ts'

/** F21: programs that resist ending. Each is written so that only a signal to the right process ends it. */
const stubborn: readonly (readonly [string, (sleep: string) => string])[] = [
  ['never exits', (sleep) => sleep],
  ['ignores SIGTERM', (sleep) => `trap '' TERM; ${sleep}`],
  ['ignores every signal it can', (sleep) => `trap '' TERM INT HUP QUIT USR1 USR2; while :; do ${sleep}; done`],
  ['starts children', (sleep) => `${sleep} & ${sleep} & wait`],
  ['leaves its session', (sleep) => `setsid ${sleep} & wait`],
  ['forks twice and leaves its session', (sleep) => `(setsid bash -c "trap '' TERM; ${sleep}" &) ; ${sleep}`],
  ['closes its input and output', (sleep) => `exec <&- >&- 2>&-; ${sleep}`],
  [
    'leaves with closed output and ignores SIGTERM',
    (sleep) => `(trap '' TERM; exec setsid ${sleep} <&- >&- 2>&-) & ${sleep}`,
  ],
  ['floods its output', (sleep) => `yes & ${sleep}`],
  ['floods its output and ignores SIGTERM', (sleep) => `trap '' TERM; (trap '' TERM; yes) & ${sleep}`],
  ['starts itself again when it ends', (sleep) => `trap '${sleep}' EXIT; ${sleep}`],
]

const places: readonly (readonly [string, boolean, Sandbox])[] = [
  ['unsandboxed', true, unsandboxed],
  ['in the sandbox (needs bubblewrap)', await hasBubblewrap(), { kind: 'bubblewrap' }],
]

describe.each(places)('%s, a program that', (_place, works, sandbox) => {
  test.runIf(works).each(stubborn)('%s is gone once stopped, and returns one result', async (_title, script) => {
    const sleep = ownSleep()
    const { run, controller } = setUp(sandbox)
    let answers = 0
    const result = run(script(sleep)).finally(() => answers++)
    await until(() => lives(sleep))
    controller.abort()
    expect((await result).output).toContain('stopped')
    expect(isGone(sleep)).toBe(true)
    expect(answers).toBe(1)
  })

  test.runIf(works)('exceeds its time limit is ended', async () => {
    const sleep = ownSleep()
    const { run } = setUp(sandbox)
    const { ok, output } = await run(`echo before; ${sleep}`, { timeoutMs: 300 })
    expect(ok).toBe(false)
    expect(output).toContain('before\n[stopped at its time limit of 0.3 s')
    expect(isGone(sleep)).toBe(true)
  })

  test.runIf(works)('leaves a process behind loses it when it ends', async () => {
    const sleep = ownSleep()
    const { run } = setUp(sandbox)
    expect((await run(`(setsid ${sleep} &); echo done`)).output).toContain('done')
    await until(() => isGone(sleep))
  })
})
