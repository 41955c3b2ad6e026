import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, newPlace, settingsFor, type TestFolders } from './launch.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const PLAN = 'Two parts.\n\n@worker:Worker\nRead the notes.\n@end\n@worker:`Worker 2`\nAsk around.\n@end'
const planning = [
  on({ heading: 'Plan' }, { text: PLAN }),
  on({ heading: 'Task', agent: 'Worker' }, { text: 'The notes say so.' }),
  on({ heading: 'Task', agent: 'Worker 2' }, { text: 'Everybody says so.' }),
]

test('orchestrate: only the result goes to standard output, who did what goes to standard error', async () => {
  server.script([...planning, on({ heading: 'Synthesize' }, { text: 'It is so [m5].' })])
  const { code, stdout, stderr } = await place.convene('run', 'Is it so?', '--mode', 'orchestrate')
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'It is so [m5].\n' })
  expect(stderr).toContain('Orchestrator hands work to Worker 2: Ask around.')
})

describe('reflect', () => {
  test('a lead that refuses to continue leaves exit code 3 and the best result, never a goal that is met', async () => {
    let planned = 0
    server.script([
      on({ heading: 'Plan' }, () => ({ text: ++planned === 1 ? PLAN : "I'm sorry, but I can't help with that." })),
      ...planning.slice(1),
      on({ heading: 'Synthesize' }, { text: 'A first draft.' }),
      on({ heading: 'Evaluate', agent: 'Evaluator' }, { text: 'SCORE: 0.5\nRATIONALE: Dates are missing.' }),
    ])
    const { code, stdout, stderr } = await place.convene('run', 'Is it so? —max 3', '--mode', 'reflect')
    expect({ code, stdout }).toEqual({ code: 3, stdout: 'A first draft.\n' })
    expect(stderr).toContain('Limits: 3 iterations')
    expect(stderr).toContain('The best result is from iteration 1, with a score of 0.50.')
  })

  test('a single agent that ends with code above its verdict is done after one answer', async () => {
    server.script([on({ heading: 'Respond' }, { text: 'Use this:\n\n    if (a) return 5\n[[REFLECTION_COMPLETE]]' })])
    const { code, stdout } = await place.convene('run', 'How?', '--reflect', '--agents', 'coder')
    expect({ code, calls: server.requests.length }).toEqual({ code: 0, calls: 1 })
    expect(stdout).toContain('if (a) return 5')
  })

  test('repeats until the judge is satisfied, and reports each round', async () => {
    let put = 0
    let judged = 0
    server.script([
      ...planning,
      on({ heading: 'Synthesize' }, () => ({
        text: ++put === 1 ? 'A first draft.' : 'The whole truth, with its dates.',
      })),
      on({ heading: 'Evaluate', agent: 'Evaluator' }, () => ({
        text: ++judged === 1 ? 'SCORE: 0.5\nRATIONALE: Dates are missing.' : 'SCORE: 0.95\nRATIONALE: All there.',
      })),
    ])
    const { code, stdout, stderr } = await place.convene('run', 'Is it so?', '--mode', 'reflect')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The whole truth, with its dates.\n' })
    expect(stderr).toContain('Iteration 2 of 5: 2 members at work')
    expect(stderr).toContain('Evaluator scored iteration 1 at 50 of 100: Dates are missing.')
    expect(stderr).toContain('Goal met in iteration 2 of 5, with a score of 0.95.')
  })

  test('exits 3 with its best result when the iterations run out', async () => {
    let put = 0
    server.script([
      ...planning,
      on({ heading: 'Synthesize' }, () => ({ text: ++put === 1 ? 'A good draft.' : 'A worse one, sadly.' })),
      on({ heading: 'Evaluate' }, () => ({ text: `SCORE: ${put === 1 ? 0.7 : 0.4}\nRATIONALE: Hm.` })),
    ])
    const { code, stdout, stderr } = await place.convene('run', 'Is it so? --max 2', '--mode', 'reflect')
    expect({ code, stdout }).toEqual({ code: 3, stdout: 'A good draft.\n' })
    expect(stderr).toContain('The best result is from iteration 1, with a score of 0.70.')
  })

  test('takes --max-iterations, and refuses 0', async () => {
    server.script([
      ...planning,
      on({ heading: 'Synthesize' }, { text: 'A draft.' }),
      on({ heading: 'Evaluate' }, { text: 'SCORE: 0.4\nRATIONALE: Hm.' }),
    ])
    const once = await place.convene('run', 'Is it so?', '--mode', 'reflect', '--max-iterations', '1', '--json')
    expect(once.code).toBe(3)
    const events = jsonLines(once.stdout)
    expect(events.filter(({ type }) => type === 'evaluation')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'run.finished', data: { reason: 'max_iterations' } })
    expect((await place.convene('run', 'Is it so?', '--mode', 'reflect', '--max-iterations', '0')).code).toBe(2)
  })
})

describe('--reflect', () => {
  test('lets one agent revise its answer until it says that it is right', async () => {
    let asked = 0
    server.script([
      on({ heading: 'Respond' }, () => ({ text: ++asked === 1 ? 'It is so, I think.' : '[[REFLECTION_COMPLETE]]' })),
    ])
    const { code, stdout, stderr } = await place.convene('run', 'Is it so?', '--reflect')
    expect({ code, stdout, asked }).toEqual({ code: 0, stdout: 'It is so, I think.\n', asked: 2 })
    expect(stderr).toContain('Goal met in iteration 2 of 5.')
  })

  test('is refused for a team, and names the mode to use', async () => {
    const { code, stderr } = await place.convene('run', 'Is it so?', '--reflect', '--agents', 'architect,qa')
    expect(code).toBe(2)
    expect(stderr).toContain('use --mode reflect.')
  })
})
