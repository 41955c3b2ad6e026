import { create } from 'zustand'

/** Unsent text by session, kept while another session is open. */
export const useDrafts = create<{ readonly texts: { readonly [session: string]: string }; readonly focus: number }>(
  () => ({
    texts: {},
    focus: 0,
  }),
)

export const writeDraft = (session: string, text: string): void =>
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [session]: text } }))

/** Adds text to the draft and focuses the composer. */
export function compose(session: string, text: string): void {
  useDrafts.setState(({ texts, focus }) => ({
    texts: { ...texts, [session]: `${texts[session] ?? ''}${text}` },
    focus: focus + 1,
  }))
}
