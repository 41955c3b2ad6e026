/** The page that checks receipts, as one HTML file without anything beside it. */
export function receiptPage(): Promise<string>
/** Writes the page to a file. */
export function writeReceiptPage(file: string): Promise<void>
