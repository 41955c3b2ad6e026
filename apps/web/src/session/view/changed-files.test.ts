import { expect, test } from 'vitest'
import { changedFiles, linesChanged } from './changed-files.ts'
import type { FileChange } from './view.ts'

const change = (id: string, path: string | undefined, more: Partial<FileChange> = {}): FileChange =>
  ({
    id,
    kind: 'diff',
    title: id,
    path,
    text: '+one\n-two',
    seq: 1,
    agent: '',
    reverted: false,
    cut: null,
    ...more,
  }) as FileChange

test('a file changed twice is listed once, at its last change', () => {
  const files = changedFiles([change('1', 'a.md'), change('2', 'b.md'), change('3', 'a.md')])
  expect(files.map(({ name, changes }) => [name, changes.map(({ id }) => id)])).toEqual([
    ['b.md', ['2']],
    ['a.md', ['1', '3']],
  ])
})

test('documents with the same name stay apart', () => {
  const report = { kind: 'report' as const }
  expect(changedFiles([change('1', undefined, report), change('2', undefined, report)])).toHaveLength(2)
})

test('a reverted change no longer counts, unless all are reverted', () => {
  const [file] = changedFiles([change('1', 'a.md', { reverted: true }), change('2', 'a.md')])
  expect(file && linesChanged(file)).toEqual({ added: 1, removed: 1 })
  const [back] = changedFiles([change('1', 'a.md', { reverted: true })])
  expect(back && linesChanged(back)).toEqual({ added: 1, removed: 1 })
})
