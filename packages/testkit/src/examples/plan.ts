import type { Resource, ToolSpec } from '@convene/domain'
import type { ToolRequest } from '@convene/engine'
import type { Cast } from './cast.ts'
import { exampleRun, playing, seat } from './cast.ts'
import type { Example } from './record.ts'

const goal = 'Add a health check that fails when the database does not answer.'

const spec = (name: string, permission: string, readOnly: boolean): ToolSpec => ({
  name,
  description: name,
  input: { type: 'object' },
  permission,
  readOnly,
  timeoutMs: 120_000,
})

const run = exampleRun({
  mode: 'plan',
  id: 'PLAN',
  settings: {
    tools: { read: spec('read', 'read', true), write: spec('write', 'edit', false), bash: spec('bash', 'bash', false) },
    permissions: [{ layer: 'user', rules: { read: 'allow', edit: 'allow', bash: 'ask' } }],
  },
  team: {
    name: 'Feature Crew',
    slug: 'feature-crew',
    lead: seat({ slug: 'planner', name: 'Planner', icon: '🗺️', color: '#0FA785' }, 'cedar/large', { seat: 'lead' }),
    members: [
      seat({ slug: 'coder', name: 'Coder', icon: '⌨️', color: '#0072F6' }, 'harbor/one', {
        execution: 'agentic',
        capabilities: ['code'],
      }),
      seat({ slug: 'tester', name: 'Tester', icon: '🧪', color: '#22C55E' }, 'juniper/pro', {
        execution: 'agentic',
        capabilities: ['test'],
      }),
      seat({ slug: 'reviewer', name: 'Reviewer', icon: '🔍', color: '#D19A12' }, 'cedar/large', {
        capabilities: ['review'],
      }),
    ],
  },
})

const steps = [
  {
    id: 'endpoint',
    owner: 'coder',
    description:
      'Add GET /health. It runs `select 1` with a timeout of two seconds, and answers 200, or 503 with the reason.',
    acceptance: 'Answers 503 while the database is stopped.',
    dependsOn: [],
  },
  {
    id: 'test',
    owner: 'tester',
    description: 'Test both answers, once with a running database and once with a stopped one, and run the tests.',
    acceptance: '`npm test -- health` passes, with a test for each answer.',
    dependsOn: ['endpoint'],
  },
]

const endpoint = `import { db } from '../db.js'
import { router } from '../router.js'

const TIMEOUT_MS = 2_000

router.get('/health', async (request, response) => {
  try {
    await db.query('select 1', { timeout: TIMEOUT_MS })
    response.status(200).json({ ok: true })
  } catch (error) {
    response.status(503).json({ ok: false, reason: error.message })
  }
})
`

const tests = `import { expect, test } from 'vitest'
import { start, stopDatabase } from './fixture.js'

test('answers 200 while the database is running', async () => {
  expect((await start().get('/health')).status).toBe(200)
})

test('answers 503 with the reason after the database stops', async () => {
  const app = start()
  await stopDatabase()
  expect(await app.get('/health')).toMatchObject({ status: 503, body: { ok: false, reason: expect.any(String) } })
})
`

const cast: Cast = {
  planner: {
    Plan: JSON.stringify({ steps }),
    Synthesize: `## What was done

- \`GET /health\` queries the database. It answers 503 with the reason if the query fails or takes longer than two seconds.
- Two tests cover it: one with a running database, one with a stopped one. Both pass.

## What to know

- Nothing calls \`/health\` yet. Point your load balancer at it when you deploy.`,
  },
  coder: {
    'Review plan': 'APPROVE',
    Task: [
      {
        text: 'First I check how the other routes are written.',
        tool: 'read',
        input: { path: 'src/routes/orders.js' },
      },
      { text: '', tool: 'write', input: { path: 'src/routes/health.js', content: endpoint } },
      `\`GET /health\` is in src/routes/health.js and registers itself like the other routes. It queries the database with a timeout of two seconds and answers 503 with the reason if that fails. Without the timeout, the health check would hang together with the database.`,
    ],
    Review: 'ACCEPT',
  },
  tester: {
    'Review plan': 'APPROVE',
    Task: [
      { text: '', tool: 'write', input: { path: 'test/health.test.js', content: tests } },
      { text: 'Each answer has a test. Now I run them.', tool: 'bash', input: { command: 'npm test -- health' } },
      'Both tests pass. The second one stops the database and expects 503 with a reason.',
    ],
    Review: 'ACCEPT',
  },
  reviewer: {
    'Review plan': 'APPROVE\n\nThe tests of the second step would fail if the first one did nothing. Good.',
    Review: [
      'ACCEPT\n\nThe timeout has a name, and the answer contains the reason.',
      'ACCEPT\n\nThe second test stops a real database instead of faking one. It would fail if the endpoint always answered 200.',
    ],
  },
}

const orders = `import { orders } from '../db.js'
import { router } from '../router.js'

router.get('/orders', async (request, response) => response.json(await orders.all()))
`

/** How long each tool takes, in milliseconds. */
const TAKES: { readonly [tool: string]: number } = { read: 12, write: 18, bash: 2_400 }

/** Tools that pretend to do what the example says. Nothing is written anywhere. */
const tools: Example['tools'] = (wait) => ({
  inspect: async (call) => [touched(call)],
  run: async (call) => {
    await wait(TAKES[call.tool] ?? 0)
    if (call.tool === 'read') return { ok: true, output: orders }
    if (call.tool === 'bash')
      return {
        ok: true,
        output: '✓ test/health.test.js (2 tests)\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)',
      }
    const { path, content } = call.input as { readonly path: string; readonly content: string }
    const lines = content.trimEnd().split('\n')
    const diff = [`--- /dev/null`, `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)]
    const artifact = { kind: 'diff', title: `Created ${path}`, path, text: `${diff.join('\n')}\n` } as const
    return { ok: true, output: `Created ${path} with ${lines.length} lines.`, artifacts: [artifact] }
  },
})

function touched({ tool, input }: ToolRequest): Resource {
  const { path = '', command = '' } = input as { readonly path?: string; readonly command?: string }
  if (tool === 'bash') return { permission: 'bash', target: command }
  return { permission: tool === 'read' ? 'read' : 'edit', target: path }
}

export const plan: Example = {
  slug: 'plan',
  title: 'A plan is carried out',
  text: 'Two steps are planned, built and reviewed. You approve the plan and one command.',
  goal,
  run,
  play: playing(cast, { thinkingMs: 16_000 }),
  tools,
  person: [
    { whenAsked: 'plan', afterMs: 6_000, command: { type: 'approve', by: 'person' } },
    {
      whenAsked: 'bash',
      afterMs: 4_000,
      command: (ask) => ({ type: 'permit', ask: ask as never, answer: 'once', by: 'person' }),
    },
  ],
}
