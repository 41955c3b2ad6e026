import { describe, expect, test } from 'vitest'
import { whyNotAttached } from './attachable.ts'

const file = (name: string, content: BlobPart, type = '') => new File([content], name, { type })

describe('a file to attach', () => {
  test('can be text or a picture', async () => {
    expect(await whyNotAttached(file('notes.md', 'Ship on Friday, é.'))).toBeNull()
    expect(await whyNotAttached(file('dot.png', new Uint8Array([0x89, 0, 1]), 'image/png'))).toBeNull()
  })

  test('is refused with its name if it is too large', async () => {
    expect(await whyNotAttached(file('log.txt', 'x'.repeat(256 * 1024 + 1)))).toContain('log.txt is larger than 256 KB')
    const picture = file('photo.png', new Uint8Array(3_750_001), 'image/png')
    expect(await whyNotAttached(picture)).toContain('photo.png is larger than 3.75 MB')
  })

  test('is refused if models cannot read it', async () => {
    expect(await whyNotAttached(file('tool.bin', new Uint8Array([1, 0, 2])))).toContain('neither text nor a picture')
    expect(await whyNotAttached(file('old.txt', new Uint8Array([0xff, 0xfe, 0x41])))).toContain('neither text')
    expect(await whyNotAttached(file('folder', ''))).toContain('empty or a folder')
  })

  test('has a name even if it was pasted without one', async () => {
    expect(await whyNotAttached(file('', new Uint8Array([0])))).toContain('pasted is')
  })
})
