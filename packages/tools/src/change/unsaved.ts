import type { SessionId } from '@convene/domain'
import type { ReadMarks } from './read-marks.ts'

/** An editor that a session belongs to. */
export type EditorBuffers = {
  /** The text of this file in the editor. Undefined if it is not open there, or cannot be determined. */
  textOf(session: SessionId, path: string): Promise<string | undefined>
}

/** What the user has typed into this file but not saved. Undefined if everything is saved. */
export async function unsavedText(
  buffers: EditorBuffers | undefined,
  session: SessionId,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): Promise<string | undefined> {
  const text = await buffers?.textOf(session, path).catch(() => undefined)
  return text === undefined || plain(text) === plain(new TextDecoder().decode(bytes)) ? undefined : text
}

/** Editors have their own line endings. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n')

/**
 * The same marks, but a file with unsaved changes in the editor is not written: the user would lose one version or the
 * other.
 */
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
