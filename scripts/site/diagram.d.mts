export function drawStates(text: string): string | undefined
