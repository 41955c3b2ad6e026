import { create } from 'zustand'

const useOpened = create<{ readonly keys: { readonly [key: string]: boolean } }>(() => ({ keys: {} }))

/** Whether this person has opened a card. It is kept here, for a list forgets its rows when they scroll away. */
export function useIsOpen(key: string): readonly [boolean, () => void] {
  const isOpen = useOpened(({ keys }) => keys[key] ?? false)
  return [isOpen, () => useOpened.setState(({ keys }) => ({ keys: { ...keys, [key]: !isOpen } }))]
}
