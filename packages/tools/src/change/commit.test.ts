import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { resolvePath } from '../path/resolve-path.ts'
import { loadText, type ToolChange } from './change.ts'
import { commitChanges } from './commit.ts'

async function changeOf(root: string, path: string, after: string | undefined): Promise<ToolChange> {
  const place = await resolvePath(root, path)
  const before = place.ok ? await loadText(place.value) : place
  if (!place.ok || !before.ok) throw new Error(`${path} cannot be changed`)
  return { place: place.value, before: before.value, after }
}

describe('a set of changes', () => {
  const files = { 'a.txt': 'a', 'b.sh': 'b', 'last.txt': 'last' }
  const changes = async (root: string) => [
    await changeOf(root, 'a.txt', 'A'),
    await changeOf(root, 'new/deep/c.txt', 'C'),
    await changeOf(root, 'b.sh', undefined),
    await changeOf(root, 'last.txt', 'LAST'),
  ]

  test('leaves everything as it was if the last change fails', async () => {
    const root = realpathSync(folderOf(files))
    chmodSync(join(root, 'b.sh'), 0o755)
    const all = await changes(root)
    writeFileSync(join(root, 'last.txt'), 'changed by someone else')
    expect(await commitChanges(all)).toMatchObject({ ok: false, refusal: { code: 'changed' } })
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'b.sh', 'last.txt'])
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a')
    expect(statSync(join(root, 'b.sh')).mode & 0o777).toBe(0o755)
  })

  test('leaves a file alone that someone else created in the meantime', async () => {
    const root = realpathSync(folderOf())
    const all = [await changeOf(root, 'x/a.txt', 'A'), await changeOf(root, 'b.txt', 'B')]
    writeFileSync(join(root, 'b.txt'), 'came in between')
    expect(await commitChanges(all)).toMatchObject({ ok: false })
    expect(readdirSync(root)).toEqual(['b.txt'])
    expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('came in between')
  })

  test('is refused if its folder was deleted, and does not recreate the folder', async () => {
    const root = realpathSync(folderOf({ 'sub/x.txt': '' }))
    const all = [await changeOf(root, 'sub/a/b.txt', 'B')]
    rmSync(join(root, 'sub'), { recursive: true })
    expect(await commitChanges(all)).toMatchObject({ ok: false })
    expect(existsSync(join(root, 'sub'))).toBe(false)
  })

  test('is applied if everything fits', async () => {
    const root = realpathSync(folderOf(files))
    expect(await commitChanges(await changes(root))).toMatchObject({ ok: true })
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'last.txt', 'new'])
    expect(readFileSync(join(root, 'new/deep/c.txt'), 'utf8')).toBe('C')
  })
})
