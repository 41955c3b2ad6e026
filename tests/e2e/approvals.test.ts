import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, lacksTerminals, newPlace, settingsFor, type TestFolders } from './launch.ts'
import { calling, fixesSum, plantBug, writeAgent } from './workspace.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
  plantBug(place)
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const file = (name: string): string => readFileSync(join(place.workspace, name), 'utf8')
type Listed = {
  id: string
  session: string
  chain: string[]
  resource: string
  agent: string
  kind: string
  rule: string
}
const waiting = async (): Promise<readonly Listed[]> => JSON.parse((await place.convene('approvals', '--json')).stdout)

describe.skipIf(lacksTerminals())('on a terminal', () => {
  test('an ask shows who wants what and why; y allows it once', async () => {
    server.script([
      on({ agent: 'Coder' }, calling(['read', { path: 'sum.mjs' }]), calling(fixesSum), { text: 'Done here.' }),
    ])
    const person = place.onTerminal('run', 'Fix sum.', '--in-place', '--mode', 'agent')
    await person.says('y once')
    person.types('y')
    const { code, stdout } = await person.ended
    expect(code).toBe(0)
    for (const text of ['Coder asks: edit', '+export const sum', 'rule edit: * (default)', 'Allowed once'])
      expect(stdout).toContain(text)
    expect(file('sum.mjs')).toContain('a + b')
  })

  test('n denies with a reason the agent sees; a stores a rule in the settings', async () => {
    server.script([
      on(
        { agent: 'Coder' },
        calling(['bash', { command: 'touch one' }]),
        calling(['bash', { command: 'touch two' }]),
        calling(['bash', { command: 'touch three' }]),
        { text: 'Done here.' },
      ),
    ])
    const person = place.onTerminal('run', 'Make files.', '--in-place', '--mode', 'agent')
    await person.says('touch one')
    await person.says('n deny')
    person.types('n')
    await person.says('reason ›')
    person.types('Not this one.\r')
    await person.says('$ touch two')
    person.types('a')
    await person.says('always allow › bash:touch two')
    person.types('\u007f\u007f\u007f*\r')
    const { code, stdout } = await person.ended
    expect(code).toBe(0)
    expect(stdout).toContain('Denied: Not this one.')
    expect(stdout).toContain('Always allowed: bash:touch *')
    const told = server.requests.at(-1)?.messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
    expect(told?.join('\n')).toContain('Denied: Not this one.')
    expect(JSON.parse(readFileSync(join(place.home, 'config.json'), 'utf8'))).toMatchObject({
      permissions: { bash: { 'touch *': 'allow' } },
    })
    expect(() => file('one')).toThrow()
    expect([file('two'), file('three')]).toEqual(['', ''])
  })

  test('a question is answered by typing; Ctrl-C at a prompt pauses, and resume asks again', async () => {
    server.script([
      on(
        { agent: 'Coder' },
        { calls: [{ name: 'question', input: { question: 'Tabs or spaces?', options: ['Tabs', 'Spaces'] } }] },
        { text: 'As you like.' },
      ),
    ])
    const first = place.onTerminal('run', 'Format it.', '--mode', 'agent')
    await first.says('answer ›')
    first.types('\u0003')
    expect((await first.ended).code).toBe(130)
    const [question] = await waiting()
    expect(question).toMatchObject({ kind: 'question', agent: 'coder' })
    const second = place.onTerminal('resume', question?.session ?? '')
    await second.says('answer ›')
    second.types('2\r')
    expect((await second.ended).code).toBe(0)
    const told = server.requests.at(-1)?.messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
    expect(told).toEqual(['Spaces'])
  })

  test('with --json nothing is asked: the run waits, exits 4 and says how to answer', async () => {
    server.script([
      on({ agent: 'Coder' }, { calls: [{ name: 'question', input: { question: 'Why?' } }] }, { text: 'I see.' }),
    ])
    const { code, stdout } = await place.onTerminal('run', 'Ask me.', '--json').ended
    expect(code).toBe(4)
    expect(stdout).toContain('"type":"question.asked"')
    expect(stdout).toMatch(/convene answer \w{8} /u)
    const [question] = await waiting()
    const answered = await place.convene('answer', question?.session ?? '', 'Because.')
    expect(answered).toMatchObject({ code: 0, stdout: 'I see.\n' })
  })
})

test.skipIf(lacksTerminals())(
  'an approval lists the whole command, and its answer every rule that it grants',
  async () => {
    const command = 'echo "meeting notes" > notes.txt; cat notes.txt | sort'
    server.script([on({ agent: 'Coder' }, calling(['bash', { command }]), { text: 'Done here.' })])
    const { code, stdout } = await place.onTerminal('run', 'Note it.', '--mode', 'agent', '--json').ended
    expect(code).toBe(4)
    expect(stdout).toContain(` bash ${command}\r\n`)
    expect((await place.convene('approvals')).stdout).toContain(`bash ${command}`)
    const [ask] = await waiting()
    const answered = await place.convene('approvals', 'answer', ask?.id ?? '', 'session')
    for (const rule of ['edit:notes.txt', "bash:echo 'meeting notes'", 'bash:cat notes.txt', 'bash:sort'])
      expect(answered.stderr).toContain(rule)
  },
)

describe.skipIf(lacksTerminals())('the tools of an MCP server', () => {
  test('ask first; after always they are used without a question, by the next run too', async () => {
    const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
    const mcpServers = { every: { command: process.execPath, args: [program] } }
    place.settings({ ...(settingsFor(server) as object), mcpServers })
    const echo = calling(['mcp_every_echo', { message: 'Hello there.' }])
    server.script([on({ agent: 'Coder' }, echo, { text: 'Heard.' }, echo, { text: 'Heard again.' })])
    const person = place.onTerminal('run', 'Echo.', '--mode', 'agent')
    await person.says('first use of server every')
    person.types('a')
    await person.says('always allow › mcp_every_echo:mcp_every_echo▏')
    person.types('\r')
    expect((await person.ended).code).toBe(0)
    const alone = await place.convene('run', 'Echo again.')
    expect(alone).toMatchObject({ code: 0, stdout: 'Heard again.\n' })
    const told = server.requests.at(-1)?.messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
    expect(told?.join('')).toContain('Hello there.')
  })
})

describe('the tools of an MCP server, without a terminal,', () => {
  const echo = calling(['mcp_every_echo', { message: 'Hello there.' }])
  const told = () =>
    server.requests.at(-1)?.messages.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))
  beforeEach(() => {
    const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
    const mcpServers = { every: { command: process.execPath, args: [program] } }
    place.settings({ ...(settingsFor(server) as object), mcpServers })
    server.script([on({ agent: 'Coder' }, echo, { text: 'Heard.' }, echo, { text: 'Heard again.' })])
  })

  test('are used once `convene mcp trust` has approved them, and --allow allows the call', async () => {
    await place.convene('run', 'Echo.', '--mode', 'agent', '--allow', 'mcp_*')
    expect(told()?.join('')).toContain('convene mcp trust every')
    const shown = await place.convene('mcp', 'trust', 'every')
    expect(shown.code).toBe(4)
    expect(shown.stdout).toMatch(/every: \d+ tools, not approved in their current form[\s\S]+echo +new/u)
    const fingerprint = /Fingerprint: (\w+)/u.exec(shown.stdout)?.[1] ?? ''
    expect((await place.convene('mcp', 'trust', 'every', '--fingerprint', 'other')).code).not.toBe(0)
    expect((await place.convene('mcp', 'trust', 'every', '--fingerprint', fingerprint)).code).toBe(0)
    const alone = await place.convene('run', 'Echo again.', '--mode', 'agent', '--allow', 'mcp_*')
    expect(alone).toMatchObject({ code: 0, stdout: 'Heard again.\n' })
    expect(told()?.join('')).toContain('Hello there.')
  })
})

describe.skipIf(lacksTerminals())('delegation three levels deep, with two in parallel', () => {
  beforeEach(() => {
    writeAgent(place, 'lead', 'tools: none\ndelegates: [left, right]')
    writeAgent(place, 'left', 'tools: none\ndelegates: [deep]')
    writeAgent(place, 'right', 'tools: none')
    writeAgent(place, 'deep', 'tools: { only: [bash] }')
    const work = (agentName: string): readonly [string, Record<string, string>] => [
      'delegateWork',
      { agentName, workDescription: `The part of ${agentName}.`, reportExpectations: 'A line.' },
    ]
    const report = (text: string) => calling(['reportOut', { report: text }])
    server.script([
      on({ agent: 'Lead' }, calling(work('left'), work('right')), { text: 'All parts are done.' }),
      on({ agent: 'Left' }, calling(work('deep')), report('Left is done.')),
      on({ agent: 'Right' }, report('Right is done.')),
      on({ agent: 'Deep' }, calling(['bash', { command: 'echo deep > deep.txt' }]), report('Deep is done.')),
    ])
  })

  const run = () =>
    place.onTerminal('run', 'Do all of it.', '--in-place', '--mode', 'delegate', '--agents', 'lead,left,right,deep')

  test('an ask from the third level reaches the root with its chain, survives kill -9, and is answered elsewhere', async () => {
    const person = run()
    await person.says('on behalf of Left for Lead')
    await server.until(({ requests }) => requests.some(({ agent }) => agent === 'Right'))
    person.killProgram()
    await person.ended

    const [ask, ...others] = await waiting()
    expect(others).toEqual([])
    expect(ask).toMatchObject({ chain: ['lead', 'left', 'deep'], agent: 'deep', kind: 'ask' })
    const unanswered = await place.convene('resume', ask?.session ?? '')
    expect(unanswered.code).toBe(4)
    expect(unanswered.stderr).toContain(`convene approvals answer ${ask?.id.slice(18)} once|session|always|deny`)

    const answered = await place.convene('approvals', 'answer', ask?.id ?? '', 'once')
    expect(answered).toMatchObject({ code: 0, stderr: expect.stringContaining('convene resume') })
    const resumed = await place.convene('resume', ask?.session ?? '', '--json')
    expect(resumed.code).toBe(0)
    const reports = jsonLines(resumed.stdout).filter(({ type }) => type === 'task.finished')
    expect(reports.map(({ agent }) => agent)).toEqual(['deep', 'left', 'lead'])
    expect(file('deep.txt')).toBe('deep\n')
    expect(server.requests.filter(({ agent }) => agent === 'Right')).toHaveLength(1)
  })

  test('a run that waits at its terminal resumes when answered from another process', async () => {
    const person = run()
    await person.says('y once')
    const [ask] = await waiting()
    const denied = await place.convene('approvals', 'answer', ask?.session ?? '', 'deny', '--reason', 'Not now.')
    expect(denied).toMatchObject({ code: 0, stderr: 'Denied. The run continues in another process.\n' })
    const { code, stdout } = await person.ended
    expect(code).toBe(0)
    expect(stdout).toContain('Denied: Not now.')
    expect(stdout).toContain('All parts are done.')
    expect(() => file('deep.txt')).toThrow()
  })

  test('--resume continues here; unknown and ambiguous ids are refused', async () => {
    const person = run()
    await person.says('y once')
    person.killProgram()
    await person.ended
    const [ask] = await waiting()
    const refusals = [
      ['nonsense-id', 'once'],
      [ask?.id ?? '', 'maybe'],
      [ask?.id ?? '', 'always', '--pattern', 'read:*'],
      [ask?.id ?? '', 'once', '--reason', 'x'],
    ]
    for (const words of refusals) expect((await place.convene('approvals', 'answer', ...words)).code).toBe(2)
    const went = await place.convene('approvals', 'answer', ask?.id ?? '', 'session', '--resume')
    expect(went).toMatchObject({ code: 0, stdout: 'All parts are done.\n' })
    expect(await place.convene('approvals')).toMatchObject({ code: 0, stderr: 'Nothing is waiting for you.\n' })
  })
})
