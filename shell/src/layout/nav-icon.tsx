/** An icon of a manifest: the outline, or the filled form when its area is current. 20 × 20. */
export function NavIcon({ icon, filled }: { icon: { regular: string; filled: string }; filled: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d={filled ? icon.filled : icon.regular} />
    </svg>
  );
}
