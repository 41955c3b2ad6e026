import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const documents = globSync('{*.md,docs/**/*.md,packages/*/README.md}', { cwd: repository })

describe.each(documents)('%s', (document) => {
  const text = withoutCode(readFileSync(join(repository, document), 'utf8'))
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

  test('links only to existing files and headings', () => {
    const relative = targets.filter((target) => !/^[a-z]+:/.test(target))
    expect(relative.filter((target) => !leadsSomewhere(document, target))).toEqual([])
  })
})

function leadsSomewhere(document: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(repository, document) : join(repository, dirname(document), path)
  if (!existsSync(file)) return false
  return anchor === undefined || headingsOf(readFileSync(file, 'utf8')).includes(anchor)
}

/** Headings as GitHub writes them in URLs. */
const headingsOf = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

function withoutCode(text: string): string {
  return text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
}
