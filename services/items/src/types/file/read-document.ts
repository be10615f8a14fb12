/** What a document says of itself, and its words. */
export interface FoundDocument {
  text: string;
  /** The text continues after `text`. */
  textCut: boolean;
  pages?: number;
  pageWidth?: number;
  pageHeight?: number;
  documentTitle?: string;
  author?: string;
  writtenAt?: string;
}
