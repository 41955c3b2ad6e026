import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { findPassages } from './find-passages.ts'
import { repositories, type SearchCase } from './meaning.fixture.ts'
import { wordParts } from './passages.ts'
import { SEARCH_SCHEMA } from './search-database.ts'

/** Finds files of a small repository, best first. */
function searching(files: readonly SearchCase[]) {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  database.exec(SEARCH_SCHEMA)
  for (const [index, { path, text }] of files.entries()) {
    const file = "INSERT INTO files (id, path, mtime, size, hash) VALUES (?, ?, 0, 0, '')"
    database.prepare(file).run(index + 1, path)
    database.prepare('INSERT INTO passages (id, file, start) VALUES (?, ?, 1)').run(index + 1, index + 1)
    const words = 'INSERT INTO words (rowid, path, text, parts) VALUES (?, ?, ?, ?)'
    database.prepare(words).run(index + 1, path, text, wordParts(text))
  }
  return (query: string) => findPassages(database, { query, folder: '', limit: 5 }).map(({ path }) => path)
}

test('a search for authentication finds the sign-in page, and one for database storage the SQLite file', () => {
  const find = searching(repositories.shop)
  expect(find('authentication')[0]).toBe('src/account/sign-in.ts')
  expect(find('database storage')).toContain('src/db/sqlite.ts')
})

test('the words of the query count more than other words for the same thing', () => {
  const find = searching([
    ...repositories.shop,
    { path: 'docs/users.md', text: 'Authentication is described here.', question: '' },
  ])
  expect(find('authentication').slice(0, 2)).toEqual(['docs/users.md', 'src/account/sign-in.ts'])
  expect(find('"authentication"')).toEqual(['docs/users.md'])
})

// The numbers that the decision on search records. A change of the table or the ranking that loses answers shows here.
test.each([
  ['shop', 19],
  ['pipeline', 17],
  ['handbook', 9],
] as const)('of 20 questions in other words about the repository %s, at least %d find their file', (name, least) => {
  const find = searching(repositories[name])
  const found = repositories[name].filter(({ path, question }) => find(question).includes(path))
  expect(found.length).toBeGreaterThanOrEqual(least)
})
