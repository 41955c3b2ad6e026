import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { on, type Rule, startModelServer } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { newPlace, settingsFor } from './launch.ts'

const review = ['run', 'Review the shop.', '--mode', 'broadcast', '--agents', 'reviewer,security']
const list = (...findings: readonly object[]) => `I looked.\n\n\`\`\`json\n${JSON.stringify({ findings })}\n\`\`\``
const rounding = {
  path: 'src/a.ts',
  line: 3,
  severity: 'high',
  title: 'The total is never rounded',
  why: 'It grows.',
  confidence: 90,
}
const secret = {
  path: 'src/b.ts',
  line: 9,
  severity: 'low',
  title: 'A secret is printed',
  why: 'Log files are shared.',
}

/** A scripted server, and a place that uses it. */
async function stage(...script: readonly Rule[]) {
  const server = await startModelServer()
  server.script(script)
  const place = newPlace()
  onTestFinished(async () => {
    await server.close()
    place.remove()
  })
  place.settings(settingsFor(server))
  return { server, place, file: (name: string) => join(place.workspace, name) }
}

test('the findings of two reviewers are one SARIF file, and a serious finding fails the step', async () => {
  const { place, file } = await stage(
    on({ agent: 'Reviewer' }, { text: list(rounding, secret) }),
    on({ agent: 'Security' }, { text: list({ ...rounding, title: 'Total never rounded when stored' }) }),
  )
  const { code, stderr } = await place.convene(...review, '--output', file('review.sarif'), '--fail-on', 'high')
  expect(code, stderr).toBe(1)
  expect(stderr).toContain('1 finding of high severity or more: src/a.ts:3')
  const { runs } = JSON.parse(readFileSync(file('review.sarif'), 'utf8'))
  expect(runs[0].results.map((each: { level: string; rank: number }) => [each.level, each.rank])).toEqual([
    ['error', 90],
    ['note', 25],
  ])
  expect(runs[0].results[0].message.text).toContain('Found independently by Reviewer, Security')
  const passed = await place.convene(...review, '--output', file('review.xml'), '--fail-on', 'critical')
  expect(passed.code, passed.stderr).toBe(0)
  expect(readFileSync(file('review.xml'), 'utf8')).toContain('tests="2" failures="0"')
})

test('a reviewer whose findings cannot be read is asked once more, and then the review fails', async () => {
  const { server, place, file } = await stage(
    on({ agent: 'Reviewer', contains: 'could not read your findings' }, { text: list(secret) }),
    on({ agent: 'Reviewer' }, { text: 'Looks fine to me.' }),
    on({ agent: 'Security' }, { text: list() }),
  )
  const repaired = await place.convene(...review, '--output', file('review.json'), '--fail-on', 'high')
  expect(repaired.code, repaired.stderr).toBe(0)
  expect(JSON.parse(readFileSync(file('review.json'), 'utf8')).findings).toMatchObject([{ path: 'src/b.ts' }])
  server.script([on({ agent: 'Reviewer' }, { text: 'Looks fine to me.' }), on({ agent: 'Security' }, { text: list() })])
  const unread = await place.convene(...review, '--output', file('unread.sarif'))
  expect(unread.code).toBe(1)
  expect(unread.stderr).toContain('The findings of reviewer could not be read, even when asked again')
  expect(existsSync(file('unread.sarif'))).toBe(false)
})

test("in GitHub Actions, findings are annotations, and a model's text is never a command", async () => {
  const { place, file } = await stage(
    on({ agent: 'Reviewer' }, { text: `::error::I am a command\n\n${list(secret)}` }),
    on({ agent: 'Security' }, { text: list() }),
  )
  const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file('summary.md') }
  const { code, stdout, stderr } = await place.launch([...review, '--format', 'github'], { environment }).ended
  expect(code, stderr).toBe(0)
  const [, word] = /^::stop-commands::(\S+)\n/u.exec(stdout) ?? []
  const [muted = '', spoken = ''] = stdout.split(`::${word}::\n`)
  expect(muted).toContain('::error::I am a command')
  expect(spoken).toBe('::notice file=src/b.ts,line=9,title=A secret is printed::Log files are shared.\n')
  expect(readFileSync(file('summary.md'), 'utf8')).toContain('| low | `src/b.ts:9` | A secret is printed | 1 of 2 |')
})

test.each([
  [['--output', 'review.txt'], 'Cannot tell the format'],
  [['--format', 'sarif'], 'Name one file for it: --output review.sarif'],
  [['--fail-on', 'high', '--detach'], 'leave out --detach'],
])('%j is refused before anything runs', async (words, said) => {
  const { server, place } = await stage()
  const { code, stderr } = await place.convene(...review, ...words)
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  expect(server.requests).toHaveLength(0)
})

test.each([
  ['a folder that does not exist', 'no/such/review.md', 'folder does not exist. Create the folder'],
  ['a folder', 'folder.md', 'it is a folder. Add a file name'],
  ['a file as its folder', 'file.txt/review.md', 'its folder is a file. Choose another folder'],
])('an output in %s is refused before anything runs', async (_, name, said) => {
  const { server, place, file } = await stage()
  mkdirSync(file('folder.md'))
  writeFileSync(file('file.txt'), '')
  const { code, stderr } = await place.convene(...review, '--output', file('fine.md'), '--output', file(name))
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
  expect(stderr).toContain(file(name))
  expect(server.requests).toHaveLength(0)
  expect(existsSync(file('fine.md'))).toBe(false)
})

test('a folder that is removed during the run costs only the file: the answer is shown, and the reason', async () => {
  const { server, place, file } = await stage()
  mkdirSync(file('reports'))
  const answer = () => {
    rmSync(file('reports'), { recursive: true })
    return { text: 'All of it is fine.' }
  }
  server.script([on({}, answer)])
  const { code, stdout, stderr } = await place.convene('run', 'Look.', '--output', file('reports/a.md'))
  expect(code, stderr).toBe(1)
  expect(stdout).toContain('All of it is fine.')
  expect(stderr).toContain(`Cannot write ${file('reports/a.md')}: its folder does not exist. Create the folder`)
  expect(stderr).not.toContain('Internal error')
})
