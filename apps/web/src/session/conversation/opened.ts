import { create } from 'zustand'

const useOpened = create<{ readonly keys: { readonly [key: string]: boolean } }>(() => ({ keys: {} }))

/** Whether a card is open. Stored here because a list unmounts rows that scroll away. */
export function useIsOpen(key: string): readonly [boolean, () => void] {
  const isOpen = useOpened(({ keys }) => keys[key] ?? false)
  return [isOpen, () => useOpened.setState(({ keys }) => ({ keys: { ...keys, [key]: !isOpen } }))]
}
