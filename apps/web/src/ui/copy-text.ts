import { toast } from './toast.tsx'

/** Copies text, and says so. `otherwise` is what to do if the browser does not allow it. */
export async function copyText(
  text: string,
  { done = 'Copied', otherwise }: { done?: string; otherwise: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('good', done)
  } catch {
    toast('bad', 'The browser did not allow copying', otherwise)
  }
}
