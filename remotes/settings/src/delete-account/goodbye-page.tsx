import { Button, makeStyles, tokens } from "@tessera/fluent";
import { Navigate, useLocation, useNavigate } from "@tessera/router";
import { usePlace } from "@tessera/shell-api";

const useStyles = makeStyles({
  title: { fontSize: "20px", lineHeight: "28px", fontWeight: 600, letterSpacing: "-.01em" },
  lead: { margin: "8px 0 0", color: tokens.colorNeutralForeground2 },
  button: { width: "100%", height: "36px", marginTop: "24px", "@media (max-width: 959.98px)": { height: "44px" } },
});

/** The last page: seen signed out, after the account is deleted. */
export function GoodbyePage() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { state } = useLocation();
  usePlace([{ label: "Account deleted" }]);
  // Opening the address alone must not tell anybody that their account was deleted.
  if (!(state as { deleted?: boolean } | null)?.deleted) return <Navigate to="/" replace />;
  return (
    <>
      <h1 className={styles.title}>Your account is deleted</h1>
      <p className={styles.lead}>
        You are signed out everywhere. Your cards, files and settings are being removed now, and a paid plan has ended.
        Thank you for having been here.
      </p>
      <Button className={styles.button} onClick={() => navigate("/")}>
        Go to the front page
      </Button>
    </>
  );
}
