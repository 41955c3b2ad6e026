import { expect, test } from 'vitest'
import { findNode, placeFor } from './choose-place.ts'

test('the program runs inside an editor whose Node is new enough', () => {
  expect(placeFor({ version: 'v26.10.0', hasSqlite: () => true })).toBe('here')
  expect(placeFor({ version: 'v22.17.0', hasSqlite: () => true })).toBe('child')
  expect(placeFor({ version: 'v24.1.0', hasSqlite: () => false })).toBe('child')
})

test('in older editors, a newer Node is used, or the user learns what to do', () => {
  const versions: { [program: string]: string } = { '/old/node': 'v20.1.0', '/new/node': 'v24.0.1' }
  const search = {
    named: '',
    path: '/old::/new',
    delimiter: ':',
    executable: 'node',
    versionOf: (program: string) => versions[program],
  }
  expect(findNode(search)).toEqual({ node: '/new/node' })
  expect(findNode({ ...search, path: '/old' })).toMatchObject({ why: expect.stringContaining('convene.nodePath') })
  expect(findNode({ ...search, named: '/old/node' })).toMatchObject({ why: expect.stringContaining('/old/node') })
  expect(findNode({ ...search, named: '/new/node' })).toEqual({ node: '/new/node' })
})
