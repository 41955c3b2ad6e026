import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type Schema } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

/**
 * GitHub silently drops a form or a configuration with a mistake. These shapes follow its documentation and allow only
 * what the project uses.
 */
const root = join(import.meta.dirname, '../..')
const read = (file: string) => parse(readFileSync(join(root, file), 'utf8'))
const checker = new Ajv({ allErrors: true, allowUnionTypes: true })

const text = { type: 'string', minLength: 1 }
const texts = { type: 'array', items: text, minItems: 1 }
const id = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' }
const object = (required: { [name: string]: unknown }, optional: { [name: string]: unknown } = {}): Schema => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})
const named = (entry: unknown) => ({ type: 'object', additionalProperties: entry, minProperties: 1 })

const form = object(
  {
    name: text,
    description: text,
    body: {
      type: 'array',
      minItems: 1,
      items: object(
        {
          type: { enum: ['textarea', 'input'] },
          id,
          attributes: object({ label: text }, { description: text, placeholder: text, value: text, render: text }),
        },
        { validations: object({ required: { type: 'boolean' } }) },
      ),
    },
  },
  { title: text, labels: texts },
)

const chooser = object({
  blank_issues_enabled: { type: 'boolean' },
  contact_links: {
    type: 'array',
    items: object({ name: text, url: { type: 'string', pattern: '^https://' }, about: text }),
  },
})

const updates = object({
  version: { const: 2 },
  updates: {
    type: 'array',
    items: object(
      {
        'package-ecosystem': { enum: ['npm', 'github-actions', 'docker', 'docker-compose'] },
        directory: { type: 'string', pattern: '^/' },
        schedule: object({ interval: { enum: ['daily', 'weekly', 'monthly'] } }),
      },
      {
        cooldown: object({ 'default-days': { type: 'integer', minimum: 1, maximum: 90 } }),
        groups: named(object({}, { 'dependency-type': { enum: ['development', 'production'] }, patterns: texts })),
        'commit-message': object({ prefix: { ...text, maxLength: 50 } }, { include: { const: 'scope' } }),
      },
    ),
  },
})

const action = object({
  name: text,
  description: text,
  inputs: named(object({ description: text }, { required: { type: 'boolean' }, default: { type: 'string' } })),
  outputs: named(object({ description: text, value: text })),
  runs: object({
    using: { const: 'composite' },
    steps: {
      type: 'array',
      items: {
        oneOf: [
          object({ run: text, shell: { const: 'bash' } }, { id, if: text, env: named(text) }),
          object({ uses: text }, { id, if: text, with: named({ type: ['string', 'number', 'boolean'] }) }),
        ],
      },
    },
  }),
})

const container = object({
  name: text,
  image: { type: 'string', pattern: '^[\\w./-]+:\\d+' },
  postCreateCommand: text,
  customizations: object({ vscode: object({ extensions: texts, settings: { type: 'object' } }) }),
})

const problems = (schema: Schema, value: unknown) =>
  checker.validate(schema, value) ? [] : (checker.errors ?? []).map((each) => `${each.instancePath} ${each.message}`)

test.each([
  ...globSync('.github/ISSUE_TEMPLATE/!(config).yml', { cwd: root }).map((file) => [file, form] as const),
  ['.github/ISSUE_TEMPLATE/config.yml', chooser] as const,
  ['.github/dependabot.yml', updates] as const,
  ['action.yml', action] as const,
  ['.devcontainer/devcontainer.json', container] as const,
])('%s has the expected shape', (file, schema) => {
  expect(problems(schema, read(file))).toEqual([])
})

test('a form with a mistake is rejected', () => {
  const broken = { ...read('.github/ISSUE_TEMPLATE/idea.yml'), body: [{ type: 'textbox', id: 'a b' }] }
  expect(problems(form, broken)).toEqual([
    "/body/0 must have required property 'attributes'",
    '/body/0/type must be equal to one of the allowed values',
    expect.stringMatching(/^\/body\/0\/id must match pattern/u),
  ])
})

test.each(globSync('.github/ISSUE_TEMPLATE/!(config).yml', { cwd: root }))('%s names each field once', (file) => {
  const { body } = read(file) as { readonly body: readonly Field[] }
  expect(new Set(body.map((field) => field.id)).size).toBe(body.length)
  expect(new Set(body.map(({ attributes }) => attributes.label)).size).toBe(body.length)
})

type Field = { readonly id: string; readonly attributes: { readonly label: string } }

test('Dependabot watches exactly the ecosystems in use', () => {
  const kept = { npm: 'package.json', 'github-actions': '.github/workflows', docker: 'Dockerfile' }
  const files = { ...kept, 'docker-compose': 'compose.yaml' }
  const found = read('.github/dependabot.yml') as { readonly updates: readonly Update[] }
  expect(new Set(found.updates.map((each) => each['package-ecosystem']))).toEqual(new Set(Object.keys(files)))
  for (const { directory, 'package-ecosystem': kind } of found.updates)
    expect(existsSync(join(root, directory, files[kind])), `${kind} in ${directory}`).toBe(true)
})

type Update = {
  readonly directory: string
  readonly 'package-ecosystem': 'npm' | 'github-actions' | 'docker' | 'docker-compose'
}

describe('action.yml', () => {
  const source = readFileSync(join(root, 'action.yml'), 'utf8')
  const { inputs, runs } = read('action.yml') as { inputs: object; runs: { steps: readonly { id?: string }[] } }
  const referred = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name)

  test('refers only to its own inputs and steps, and uses each input', () => {
    const used = new Set(referred(/\binputs\.([\w-]+)/gu))
    expect([...used].sort()).toEqual(Object.keys(inputs).sort())
    expect(new Set(referred(/\bsteps\.(\w+)\./gu))).toEqual(new Set(runs.steps.flatMap(({ id: own = [] }) => own)))
  })

  test('has only outputs that the review writes', () => {
    const review = readFileSync(join(root, 'packaging/action/review.mjs'), 'utf8')
    for (const name of referred(/steps\.review\.outputs\.(\w+)/gu)) expect(review).toMatch(new RegExp(`\\b${name}\\b`))
  })
})
