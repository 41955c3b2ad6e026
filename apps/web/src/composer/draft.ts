import { create } from 'zustand'

/** What somebody is writing, by session: it stays when they look at another one. */
export const useDrafts = create<{ readonly texts: { readonly [session: string]: string }; readonly focus: number }>(
  () => ({
    texts: {},
    focus: 0,
  }),
)

export const writeDraft = (session: string, text: string): void =>
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [session]: text } }))

/** Adds text to what is being written and goes there. */
export function compose(session: string, text: string): void {
  useDrafts.setState(({ texts, focus }) => ({
    texts: { ...texts, [session]: `${texts[session] ?? ''}${text}` },
    focus: focus + 1,
  }))
}
