import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { whyNoWorkspace } from './no-workspace.ts'

function machine() {
  const root = realpathSync(folderOf({ 'ada/.convene/config.json': '{}', 'ada/project/a.txt': '', 'data/x/y': '' }))
  const environment = { HOME: join(root, 'ada') }
  const why = (workspace: string, home = join(root, 'ada/.convene')) => whyNoWorkspace({ workspace, home, environment })
  return { root, why }
}

test('the home folder, its parents and the file system root cannot be a workspace', () => {
  const { root, why } = machine()
  expect(why(join(root, 'ada'))).toContain('your home folder')
  expect(why(root)).toContain('above your home folder')
  expect(why('/')).toContain('the root of the file system')
})

test('neither a folder that contains the data folder nor one inside it can be a workspace', () => {
  const { root, why } = machine()
  expect(why(join(root, 'data'), join(root, 'data/x'))).toContain('above the Convene data folder')
  expect(why(join(root, 'data/x'), join(root, 'data/x'))).toContain('above the Convene data folder')
  expect(why(join(root, 'data/x/y'), join(root, 'data/x'))).toContain('in the Convene data folder')
})

test('a data folder that does not exist yet counts at its future place', () => {
  const { root, why } = machine()
  expect(why(join(root, 'ada/project'), join(root, 'ada/project/.data/convene'))).toContain(
    'above the Convene data folder',
  )
})

test('a link to such a folder does not bypass the rule, on either side', () => {
  const { root, why } = machine()
  symlinkSync(join(root, 'ada'), join(root, 'ada/project/home'))
  expect(why(join(root, 'ada/project/home'))).toContain('your home folder')
  mkdirSync(join(root, 'elsewhere'))
  symlinkSync(join(root, 'data/x'), join(root, 'elsewhere/convene'))
  expect(why(join(root, 'data'), join(root, 'elsewhere/convene'))).toContain('above the Convene data folder')
})

test('a project in the home folder can be a workspace', () => {
  const { root, why } = machine()
  expect(why(join(root, 'ada/project'))).toBeUndefined()
})
