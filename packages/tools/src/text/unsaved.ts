import type { SessionId } from '@convene/domain'
import type { ReadMarks } from '../change/read-marks.ts'

/** An editor that a session belongs to. */
export type EditorBuffers = {
  /** The text of this file as it is in the editor. Undefined: it is not open there, or nobody can say. */
  textOf(session: SessionId, path: string): Promise<string | undefined>
}

/** What the user has typed into this file and not saved. Undefined: the file has all of it. */
export async function unsavedText(
  buffers: EditorBuffers | undefined,
  session: SessionId,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): Promise<string | undefined> {
  const text = await buffers?.textOf(session, path).catch(() => undefined)
  return text === undefined || plain(text) === plain(new TextDecoder().decode(bytes)) ? undefined : text
}

/** Editors keep line breaks in their own way. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n')

/** The same marks. A file with changes that only the editor has is not to be written: the user would lose one of the two. */
export function withBuffers(marks: ReadMarks, buffers: EditorBuffers | undefined): ReadMarks {
  if (!buffers) return marks
  return {
    remember: (...given) => marks.remember(...given),
    check: async (reader, path, bytes) =>
      (await unsavedText(buffers, reader.session, { path, bytes })) === undefined
        ? marks.check(reader, path, bytes)
        : 'unsaved',
  }
}
