import { describeTrash, temporaryFolder } from '@convene/testkit'
import { fileTrash } from './file-trash.ts'

await describeTrash('files', async () => {
  const folder = temporaryFolder()
  const close = async () => folder[Symbol.dispose]()
  return { mine: fileTrash(folder.path), theirs: fileTrash(folder.path), close }
})
