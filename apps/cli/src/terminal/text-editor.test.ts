import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { editorIn, inEditor } from './text-editor.ts'

test('the user’s editor is VISUAL, then EDITOR, then the system’s', () => {
  expect(editorIn({ VISUAL: 'code --wait', EDITOR: 'nano' }, false)).toBe('code --wait')
  expect(editorIn({ VISUAL: ' ', EDITOR: 'nano' }, false)).toBe('nano')
  expect([editorIn({}, false), editorIn({}, true)]).toEqual(['vi', 'notepad'])
})

describe.skipIf(process.platform === 'win32')('a text in an editor', () => {
  /** An editor that does this to the file, which is its last argument, and keeps the file's path. */
  function editor(does: string) {
    const folder = temporaryFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const program = folder.file('my editor')
    writeFileSync(program, `#!/bin/sh\nfor file; do :; done\nprintf %s "$file" > '${folder.file('path')}'\n${does}\n`)
    chmodSync(program, 0o700)
    return { environment: { EDITOR: `'${program}' --wait` }, pathOf: () => readFileSync(folder.file('path'), 'utf8') }
  }

  test('comes back as it was saved, and its file is removed', async () => {
    const { pathOf, environment } = editor(`printf 'The new topic' > "$file"`)
    expect(await inEditor('The topic', environment)).toBe('The new topic')
    expect(existsSync(pathOf())).toBe(false)
  })

  test.each([
    ['left as it was', 'true'],
    ['emptied', ': > "$file"'],
    ['changed by an editor that failed', `printf 'Half' > "$file"; exit 1`],
  ])('that is %s counts as not edited', async (_what, does) => {
    expect(await inEditor('The topic', editor(does).environment)).toBeUndefined()
  })
})
