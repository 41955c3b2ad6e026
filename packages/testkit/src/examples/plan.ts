import type { Resource, ToolSpec } from '@convene/domain'
import type { ToolHost, ToolRequest } from '@convene/engine'
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
      'Add GET /health. It runs `select 1` with two seconds’ patience and answers 200, or 503 with the reason.',
    acceptance: 'Answers 503 while the database is stopped.',
    dependsOn: [],
  },
  {
    id: 'test',
    owner: 'tester',
    description: 'Test both answers, with the real database and with one that never answers, and run the tests.',
    acceptance: '`npm test` passes, and fails if the endpoint always answers 200.',
    dependsOn: ['endpoint'],
  },
]

const endpoint = `import { db } from './db.js'

const PATIENCE_MS = 2_000

export async function health(request, response) {
  try {
    await db.query('select 1', { timeout: PATIENCE_MS })
    response.status(200).json({ ok: true })
  } catch (error) {
    response.status(503).json({ ok: false, reason: error.message })
  }
}
`

const tests = `import { expect, test } from 'vitest'
import { start, stopDatabase } from './fixture.js'

test('answers 200 while the database answers', async () => {
  expect((await start().get('/health')).status).toBe(200)
})

test('answers 503 with the reason once it does not', async () => {
  const app = start()
  await stopDatabase()
  expect(await app.get('/health')).toMatchObject({ status: 503, body: { ok: false } })
})
`

const cast: Cast = {
  planner: {
    Plan: JSON.stringify({ steps }),
    Synthesize: `## What was done

- \`GET /health\` asks the database and answers 503 with the reason if it does not answer within two seconds.
- Two tests hold it: one with the real database, one with a database that was stopped. Both pass.

## What to know

- The load balancer still asks for \`/\`. Change it to \`/health\` when you deploy.`,
  },
  coder: {
    'Review plan': 'APPROVE',
    Task: [
      { text: 'I look at how the other routes are written.', tool: 'read', input: { path: 'src/routes.js' } },
      { text: '', tool: 'write', input: { path: 'src/health.js', content: endpoint } },
      `\`GET /health\` is in src/health.js. It asks the database with two seconds' patience, and answers 503 with the reason if that fails. A health check must not wait as long as what it checks.`,
    ],
    Review: 'ACCEPT',
  },
  tester: {
    'Review plan': 'APPROVE',
    Task: [
      { text: '', tool: 'write', input: { path: 'test/health.test.js', content: tests } },
      { text: 'Both answers have a test. I run them.', tool: 'bash', input: { command: 'npm test -- health' } },
      'Both tests pass. With the endpoint answering 200 always, the second one fails, as it should.',
    ],
    Review: 'ACCEPT',
  },
  reviewer: {
    'Review plan': 'APPROVE\n\nThe second step would fail if the first one did nothing. That is how I want it.',
    Review: [
      'ACCEPT\n\nThe patience has a name and is shorter than the timeout of the load balancer. The reason is in the answer.',
      'ACCEPT\n\nI broke the endpoint on purpose: the second test fails, the first does not. That is what they are for.',
    ],
  },
}

/** Tools that do what the example says they did. Nothing is written anywhere. */
const tools: ToolHost = {
  inspect: async (call) => [touched(call)],
  run: async (call) => {
    if (call.tool === 'read') return { ok: true, output: "router.get('/', home)\nrouter.get('/orders', orders)" }
    if (call.tool === 'bash') return { ok: true, output: '✓ test/health.test.js (2 tests)\n\n2 passed, 0 failed' }
    const { path, content } = call.input as { readonly path: string; readonly content: string }
    const lines = content.trimEnd().split('\n')
    const diff = [`--- /dev/null`, `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)]
    const artifact = { kind: 'diff', title: `Created ${path}`, path, text: `${diff.join('\n')}\n` } as const
    return { ok: true, output: `Created ${path} with ${lines.length} lines.`, artifacts: [artifact] }
  },
}

function touched({ tool, input }: ToolRequest): Resource {
  const { path = '', command = '' } = input as { readonly path?: string; readonly command?: string }
  if (tool === 'bash') return { permission: 'bash', target: command }
  return { permission: tool === 'read' ? 'read' : 'edit', target: path }
}

export const plan: Example = {
  slug: 'plan',
  title: 'A plan is carried out',
  text: 'Two steps are planned, reviewed and built, with your approval of the plan and of one command.',
  goal,
  run,
  play: playing(cast),
  tools,
  person: [
    { whenAsked: 'plan', afterMs: 6_000, command: { type: 'approve', ask: true, by: 'person' } },
    {
      whenAsked: 'bash',
      afterMs: 4_000,
      command: (ask) => ({ type: 'permit', ask: ask as never, answer: 'once', by: 'person' }),
    },
  ],
}
