/** Written by `node libs/ui/bin/themes.ts`: edit bin/theme-source.ts. */
export const NAMES =
  "borderRadiusNone borderRadiusSmall borderRadiusMedium borderRadiusLarge borderRadiusXLarge borderRadius2XLarge" +
  " borderRadius3XLarge borderRadius4XLarge borderRadius5XLarge borderRadius6XLarge borderRadiusCircular fontSize" +
  "Base100 fontSizeBase200 fontSizeBase300 fontSizeBase400 fontSizeBase500 fontSizeBase600 fontSizeHero700 fontSi" +
  "zeHero800 fontSizeHero900 fontSizeHero1000 lineHeightBase100 lineHeightBase200 lineHeightBase300 lineHeightBas" +
  "e400 lineHeightBase500 lineHeightBase600 lineHeightHero700 lineHeightHero800 lineHeightHero900 lineHeightHero1" +
  "000 fontFamilyBase fontFamilyMonospace fontFamilyNumeric fontWeightRegular fontWeightMedium fontWeightSemibold" +
  " fontWeightBold strokeWidthThin strokeWidthThick strokeWidthThicker strokeWidthThickest spacingHorizontalNone " +
  "spacingHorizontalXXS spacingHorizontalXS spacingHorizontalSNudge spacingHorizontalS spacingHorizontalMNudge sp" +
  "acingHorizontalM spacingHorizontalL spacingHorizontalXL spacingHorizontalXXL spacingHorizontalXXXL spacingVert" +
  "icalNone spacingVerticalXXS spacingVerticalXS spacingVerticalSNudge spacingVerticalS spacingVerticalMNudge spa" +
  "cingVerticalM spacingVerticalL spacingVerticalXL spacingVerticalXXL spacingVerticalXXXL durationUltraFast dura" +
  "tionFaster durationFast durationNormal durationGentle durationSlow durationSlower durationUltraSlow curveAccel" +
  "erateMax curveAccelerateMid curveAccelerateMin curveDecelerateMax curveDecelerateMid curveDecelerateMin curveE" +
  "asyEaseMax curveEasyEase curveLinear colorNeutralForeground1 colorNeutralForeground1Hover colorNeutralForegrou" +
  "nd1Pressed colorNeutralForeground1Selected colorNeutralForeground2 colorNeutralForeground2Hover colorNeutralFo" +
  "reground2Pressed colorNeutralForeground2Selected colorNeutralForeground2BrandHover colorNeutralForeground2Bran" +
  "dPressed colorNeutralForeground2BrandSelected colorNeutralForeground3 colorNeutralForeground3Hover colorNeutra" +
  "lForeground3Pressed colorNeutralForeground3Selected colorNeutralForeground3BrandHover colorNeutralForeground3B" +
  "randPressed colorNeutralForeground3BrandSelected colorNeutralForeground4 colorNeutralForeground5 colorNeutralF" +
  "oreground5Hover colorNeutralForeground5Pressed colorNeutralForeground5Selected colorNeutralForegroundDisabled " +
  "colorNeutralForegroundInvertedDisabled colorBrandForegroundLink colorBrandForegroundLinkHover colorBrandForegr" +
  "oundLinkPressed colorBrandForegroundLinkSelected colorNeutralForeground2Link colorNeutralForeground2LinkHover " +
  "colorNeutralForeground2LinkPressed colorNeutralForeground2LinkSelected colorCompoundBrandForeground1 colorComp" +
  "oundBrandForeground1Hover colorCompoundBrandForeground1Pressed colorBrandForeground1 colorBrandForeground2 col" +
  "orBrandForeground2Hover colorBrandForeground2Pressed colorNeutralForeground1Static colorNeutralForegroundStati" +
  "cInverted colorNeutralForegroundInverted colorNeutralForegroundInvertedHover colorNeutralForegroundInvertedPre" +
  "ssed colorNeutralForegroundInvertedSelected colorNeutralForegroundInverted2 colorNeutralForegroundOnBrand colo" +
  "rNeutralForegroundInvertedLink colorNeutralForegroundInvertedLinkHover colorNeutralForegroundInvertedLinkPress" +
  "ed colorNeutralForegroundInvertedLinkSelected colorBrandForegroundInverted colorBrandForegroundInvertedHover c" +
  "olorBrandForegroundInvertedPressed colorBrandForegroundOnLight colorBrandForegroundOnLightHover colorBrandFore" +
  "groundOnLightPressed colorBrandForegroundOnLightSelected colorNeutralBackground1 colorNeutralBackground1Hover " +
  "colorNeutralBackground1Pressed colorNeutralBackground1Selected colorNeutralBackground2 colorNeutralBackground2" +
  "Hover colorNeutralBackground2Pressed colorNeutralBackground2Selected colorNeutralBackground3 colorNeutralBackg" +
  "round3Hover colorNeutralBackground3Pressed colorNeutralBackground3Selected colorNeutralBackground4 colorNeutra" +
  "lBackground4Hover colorNeutralBackground4Pressed colorNeutralBackground4Selected colorNeutralBackground5 color" +
  "NeutralBackground5Hover colorNeutralBackground5Pressed colorNeutralBackground5Selected colorNeutralBackground6" +
  " colorNeutralBackground7 colorNeutralBackground7Hover colorNeutralBackground7Pressed colorNeutralBackground7Se" +
  "lected colorNeutralBackground8 colorNeutralBackgroundInverted colorNeutralBackgroundInvertedHover colorNeutral" +
  "BackgroundInvertedPressed colorNeutralBackgroundInvertedSelected colorNeutralBackgroundStatic colorNeutralBack" +
  "groundAlpha colorNeutralBackgroundAlpha2 colorSubtleBackground colorSubtleBackgroundHover colorSubtleBackgroun" +
  "dPressed colorSubtleBackgroundSelected colorSubtleBackgroundLightAlphaHover colorSubtleBackgroundLightAlphaPre" +
  "ssed colorSubtleBackgroundLightAlphaSelected colorSubtleBackgroundInverted colorSubtleBackgroundInvertedHover " +
  "colorSubtleBackgroundInvertedPressed colorSubtleBackgroundInvertedSelected colorTransparentBackground colorTra" +
  "nsparentBackgroundHover colorTransparentBackgroundPressed colorTransparentBackgroundSelected colorNeutralBackg" +
  "roundDisabled colorNeutralBackgroundDisabled2 colorNeutralBackgroundInvertedDisabled colorNeutralStencil1 colo" +
  "rNeutralStencil2 colorNeutralStencil1Alpha colorNeutralStencil2Alpha colorBackgroundOverlay colorScrollbarOver" +
  "lay colorBrandBackground colorBrandBackgroundHover colorBrandBackgroundPressed colorBrandBackgroundSelected co" +
  "lorCompoundBrandBackground colorCompoundBrandBackgroundHover colorCompoundBrandBackgroundPressed colorBrandBac" +
  "kgroundStatic colorBrandBackground2 colorBrandBackground2Hover colorBrandBackground2Pressed colorBrandBackgrou" +
  "nd3Static colorBrandBackground4Static colorBrandBackgroundInverted colorBrandBackgroundInvertedHover colorBran" +
  "dBackgroundInvertedPressed colorBrandBackgroundInvertedSelected colorNeutralCardBackground colorNeutralCardBac" +
  "kgroundHover colorNeutralCardBackgroundPressed colorNeutralCardBackgroundSelected colorNeutralCardBackgroundDi" +
  "sabled colorNeutralStrokeAccessible colorNeutralStrokeAccessibleHover colorNeutralStrokeAccessiblePressed colo" +
  "rNeutralStrokeAccessibleSelected colorNeutralStroke1 colorNeutralStroke1Hover colorNeutralStroke1Pressed color" +
  "NeutralStroke1Selected colorNeutralStroke2 colorNeutralStroke3 colorNeutralStroke4 colorNeutralStroke4Hover co" +
  "lorNeutralStroke4Pressed colorNeutralStroke4Selected colorNeutralStrokeSubtle colorNeutralStrokeOnBrand colorN" +
  "eutralStrokeOnBrand2 colorNeutralStrokeOnBrand2Hover colorNeutralStrokeOnBrand2Pressed colorNeutralStrokeOnBra" +
  "nd2Selected colorBrandStroke1 colorBrandStroke2 colorBrandStroke2Hover colorBrandStroke2Pressed colorBrandStro" +
  "ke2Contrast colorCompoundBrandStroke colorCompoundBrandStrokeHover colorCompoundBrandStrokePressed colorNeutra" +
  "lStrokeDisabled colorNeutralStrokeDisabled2 colorNeutralStrokeInvertedDisabled colorTransparentStroke colorTra" +
  "nsparentStrokeInteractive colorTransparentStrokeDisabled colorNeutralStrokeAlpha colorNeutralStrokeAlpha2 colo" +
  "rStrokeFocus1 colorStrokeFocus2 colorNeutralShadowAmbient colorNeutralShadowKey colorNeutralShadowAmbientLight" +
  "er colorNeutralShadowKeyLighter colorNeutralShadowAmbientDarker colorNeutralShadowKeyDarker colorBrandShadowAm" +
  "bient colorBrandShadowKey colorPaletteRedBackground1 colorPaletteRedBackground2 colorPaletteRedBackground3 col" +
  "orPaletteRedForeground1 colorPaletteRedForeground2 colorPaletteRedForeground3 colorPaletteRedBorderActive colo" +
  "rPaletteRedBorder1 colorPaletteRedBorder2 colorPaletteGreenBackground1 colorPaletteGreenBackground2 colorPalet" +
  "teGreenBackground3 colorPaletteGreenForeground1 colorPaletteGreenForeground2 colorPaletteGreenForeground3 colo" +
  "rPaletteGreenBorderActive colorPaletteGreenBorder1 colorPaletteGreenBorder2 colorPaletteDarkOrangeBackground1 " +
  "colorPaletteDarkOrangeBackground2 colorPaletteDarkOrangeBackground3 colorPaletteDarkOrangeForeground1 colorPal" +
  "etteDarkOrangeForeground2 colorPaletteDarkOrangeForeground3 colorPaletteDarkOrangeBorderActive colorPaletteDar" +
  "kOrangeBorder1 colorPaletteDarkOrangeBorder2 colorPaletteYellowBackground1 colorPaletteYellowBackground2 color" +
  "PaletteYellowBackground3 colorPaletteYellowForeground1 colorPaletteYellowForeground2 colorPaletteYellowForegro" +
  "und3 colorPaletteYellowBorderActive colorPaletteYellowBorder1 colorPaletteYellowBorder2 colorPaletteBerryBackg" +
  "round1 colorPaletteBerryBackground2 colorPaletteBerryBackground3 colorPaletteBerryForeground1 colorPaletteBerr" +
  "yForeground2 colorPaletteBerryForeground3 colorPaletteBerryBorderActive colorPaletteBerryBorder1 colorPaletteB" +
  "erryBorder2 colorPaletteLightGreenBackground1 colorPaletteLightGreenBackground2 colorPaletteLightGreenBackgrou" +
  "nd3 colorPaletteLightGreenForeground1 colorPaletteLightGreenForeground2 colorPaletteLightGreenForeground3 colo" +
  "rPaletteLightGreenBorderActive colorPaletteLightGreenBorder1 colorPaletteLightGreenBorder2 colorPaletteMarigol" +
  "dBackground1 colorPaletteMarigoldBackground2 colorPaletteMarigoldBackground3 colorPaletteMarigoldForeground1 c" +
  "olorPaletteMarigoldForeground2 colorPaletteMarigoldForeground3 colorPaletteMarigoldBorderActive colorPaletteMa" +
  "rigoldBorder1 colorPaletteMarigoldBorder2 colorPaletteRedForegroundInverted colorPaletteGreenForegroundInverte" +
  "d colorPaletteYellowForegroundInverted colorPaletteDarkRedBackground2 colorPaletteDarkRedForeground2 colorPale" +
  "tteDarkRedBorderActive colorPaletteCranberryBackground2 colorPaletteCranberryForeground2 colorPaletteCranberry" +
  "BorderActive colorPalettePumpkinBackground2 colorPalettePumpkinForeground2 colorPalettePumpkinBorderActive col" +
  "orPalettePeachBackground2 colorPalettePeachForeground2 colorPalettePeachBorderActive colorPaletteGoldBackgroun" +
  "d2 colorPaletteGoldForeground2 colorPaletteGoldBorderActive colorPaletteBrassBackground2 colorPaletteBrassFore" +
  "ground2 colorPaletteBrassBorderActive colorPaletteBrownBackground2 colorPaletteBrownForeground2 colorPaletteBr" +
  "ownBorderActive colorPaletteForestBackground2 colorPaletteForestForeground2 colorPaletteForestBorderActive col" +
  "orPaletteSeafoamBackground2 colorPaletteSeafoamForeground2 colorPaletteSeafoamBorderActive colorPaletteDarkGre" +
  "enBackground2 colorPaletteDarkGreenForeground2 colorPaletteDarkGreenBorderActive colorPaletteLightTealBackgrou" +
  "nd2 colorPaletteLightTealForeground2 colorPaletteLightTealBorderActive colorPaletteTealBackground2 colorPalett" +
  "eTealForeground2 colorPaletteTealBorderActive colorPaletteSteelBackground2 colorPaletteSteelForeground2 colorP" +
  "aletteSteelBorderActive colorPaletteBlueBackground2 colorPaletteBlueForeground2 colorPaletteBlueBorderActive c" +
  "olorPaletteRoyalBlueBackground2 colorPaletteRoyalBlueForeground2 colorPaletteRoyalBlueBorderActive colorPalett" +
  "eCornflowerBackground2 colorPaletteCornflowerForeground2 colorPaletteCornflowerBorderActive colorPaletteNavyBa" +
  "ckground2 colorPaletteNavyForeground2 colorPaletteNavyBorderActive colorPaletteLavenderBackground2 colorPalett" +
  "eLavenderForeground2 colorPaletteLavenderBorderActive colorPalettePurpleBackground2 colorPalettePurpleForegrou" +
  "nd2 colorPalettePurpleBorderActive colorPaletteGrapeBackground2 colorPaletteGrapeForeground2 colorPaletteGrape" +
  "BorderActive colorPaletteLilacBackground2 colorPaletteLilacForeground2 colorPaletteLilacBorderActive colorPale" +
  "ttePinkBackground2 colorPalettePinkForeground2 colorPalettePinkBorderActive colorPaletteMagentaBackground2 col" +
  "orPaletteMagentaForeground2 colorPaletteMagentaBorderActive colorPalettePlumBackground2 colorPalettePlumForegr" +
  "ound2 colorPalettePlumBorderActive colorPaletteBeigeBackground2 colorPaletteBeigeForeground2 colorPaletteBeige" +
  "BorderActive colorPaletteMinkBackground2 colorPaletteMinkForeground2 colorPaletteMinkBorderActive colorPalette" +
  "PlatinumBackground2 colorPalettePlatinumForeground2 colorPalettePlatinumBorderActive colorPaletteAnchorBackgro" +
  "und2 colorPaletteAnchorForeground2 colorPaletteAnchorBorderActive colorStatusSuccessBackground1 colorStatusSuc" +
  "cessBackground2 colorStatusSuccessBackground3 colorStatusSuccessForeground1 colorStatusSuccessForeground2 colo" +
  "rStatusSuccessForeground3 colorStatusSuccessForegroundInverted colorStatusSuccessBorderActive colorStatusSucce" +
  "ssBorder1 colorStatusSuccessBorder2 colorStatusWarningBackground1 colorStatusWarningBackground2 colorStatusWar" +
  "ningBackground3 colorStatusWarningForeground1 colorStatusWarningForeground2 colorStatusWarningForeground3 colo" +
  "rStatusWarningForegroundInverted colorStatusWarningBorderActive colorStatusWarningBorder1 colorStatusWarningBo" +
  "rder2 colorStatusDangerBackground1 colorStatusDangerBackground2 colorStatusDangerBackground3 colorStatusDanger" +
  "Foreground1 colorStatusDangerForeground2 colorStatusDangerForeground3 colorStatusDangerForegroundInverted colo" +
  "rStatusDangerBorderActive colorStatusDangerBorder1 colorStatusDangerBorder2 colorStatusDangerBackground3Hover " +
  "colorStatusDangerBackground3Pressed shadow2 shadow4 shadow8 shadow16 shadow28 shadow64 shadow2Brand shadow4Bra" +
  "nd shadow8Brand shadow16Brand shadow28Brand shadow64Brand ok ok-bg warn warn-bg bad bad-bg run run-bg idle idl" +
  "e-bg c1 c2 c3 c4 c5 c6 grid ink sel sel-bar mark scrim tile tile2 tile3 codebg";
export const LIGHT =
  "0|4px|6px|8px|12px|12px|16px|24px|32px|40px|10000px|10px|12px|14px|16px|20px|24px|28px|32px|40px|68px|14px|16p" +
  "x|20px|24px|28px|32px|36px|40px|52px|92px|system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif|ui-monospac" +
  "e, 'Cascadia Mono', Menlo, Consolas, monospace|system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif|400|40" +
  "0|600|600|1px|2px|3px|4px|0|2px|4px|6px|8px|10px|12px|16px|20px|24px|32px|0|2px|4px|6px|8px|10px|12px|16px|20p" +
  "x|24px|32px|50ms|100ms|150ms|200ms|250ms|300ms|400ms|500ms|cubic-bezier(0.9,0.1,1,0.2)|cubic-bezier(1,0,1,1)|c" +
  "ubic-bezier(0.8,0,0.78,1)|cubic-bezier(0.1,0.9,0.2,1)|cubic-bezier(0,0,0,1)|cubic-bezier(0.33,0,0.1,1)|cubic-b" +
  "ezier(0.8,0,0.2,1)|cubic-bezier(0.33,0,0.67,1)|cubic-bezier(0,0,1,1)|#171C1C|#171C1C|#171C1C|#242424|#475150|#" +
  "2A3231|#2A3231|#242424|#0A7873|#066A66|#0A7873|#5F6A69|#424242|#424242|#424242|#0A7873|#066A66|#0A7873|#5F6A69" +
  "|#616161|#242424|#242424|#242424|#bdbdbd|rgba(255, 255, 255, 0.4)|#066A66|#075D59|#083F3C|#066A66|#424242|#242" +
  "424|#242424|#242424|#0A7873|#066A66|#075D59|#066A66|#066A66|#075D59|#07302E|#242424|#ffffff|#ffffff|#ffffff|#f" +
  "fffff|#ffffff|#ffffff|#ffffff|#ffffff|#ffffff|#ffffff|#ffffff|#3BA69F|#56B8B1|#3BA69F|#0A7873|#066A66|#084E4B|" +
  "#075D59|#FFFFFF|#F4F6F6|#EBEEEE|#E6F4F2|#FAFBFB|#f0f0f0|#dbdbdb|#e6e6e6|#F2F4F4|#ebebeb|#d6d6d6|#e0e0e0|#EDF0F" +
  "0|#fafafa|#f5f5f5|#ffffff|#ebebeb|#f5f5f5|#f0f0f0|#fafafa|#EAEEEE|#00000000|#ebebeb|#d6d6d6|#00000000|#fcfcfc|" +
  "#292929|#3d3d3d|#1f1f1f|#383838|#333333|rgba(255, 255, 255, 0.5)|rgba(255, 255, 255, 0.8)|transparent|#F0F3F3|" +
  "#E6EAEA|#ebebeb|rgba(255, 255, 255, 0.7)|rgba(255, 255, 255, 0.5)|transparent|transparent|rgba(0, 0, 0, 0.1)|r" +
  "gba(0, 0, 0, 0.3)|rgba(0, 0, 0, 0.2)|transparent|transparent|transparent|transparent|#f0f0f0|#ffffff|rgba(255," +
  " 255, 255, 0.1)|#e6e6e6|#fafafa|rgba(0, 0, 0, 0.1)|rgba(0, 0, 0, 0.05)|rgba(0, 0, 0, 0.4)|rgba(0, 0, 0, 0.5)|#" +
  "0A7873|#066A66|#075D59|#075D59|#0A7873|#066A66|#075D59|#0A7873|#EAF8F6|#D2F0ED|#95D7D2|#075D59|#083F3C|#ffffff" +
  "|#EAF8F6|#B5E5E1|#D2F0ED|#fafafa|#ffffff|#f5f5f5|#ebebeb|#f0f0f0|#6B7776|#475150|#4d4d4d|#0A7873|#D2D8D8|#B9C2" +
  "C1|#b3b3b3|#bdbdbd|#E3E7E7|#ECEFEF|#ebebeb|#e0e0e0|#d6d6d6|#ebebeb|#e0e0e0|#ffffff|#ffffff|#ffffff|#ffffff|#ff" +
  "ffff|#0A7873|#B5E5E1|#75C8C2|#0A7873|#B5E5E1|#0A7873|#066A66|#075D59|#e0e0e0|#ebebeb|rgba(255, 255, 255, 0.4)|" +
  "transparent|transparent|transparent|rgba(0, 0, 0, 0.05)|rgba(255, 255, 255, 0.2)|#ffffff|#171C1C|rgba(0,0,0,0." +
  "12)|rgba(0,0,0,0.14)|rgba(0,0,0,0.06)|rgba(0,0,0,0.07)|rgba(0,0,0,0.20)|rgba(0,0,0,0.24)|rgba(0,0,0,0.30)|rgba" +
  "(0,0,0,0.25)|#fdf6f6|#f1bbbc|#d13438|#bc2f32|#751d1f|#d13438|#d13438|#f1bbbc|#d13438|#f1faf1|#9fd89f|#107c10|#" +
  "0e700e|#094509|#107c10|#107c10|#9fd89f|#107c10|#fdf6f3|#f4bfab|#da3b01|#c43501|#7a2101|#da3b01|#da3b01|#f4bfab" +
  "|#da3b01|#fffef5|#fef7b2|#fde300|#817400|#817400|#fde300|#fde300|#fef7b2|#fde300|#fdf5fc|#edbbe7|#c239b3|#af33" +
  "a1|#6d2064|#c239b3|#c239b3|#edbbe7|#c239b3|#f2fbf2|#a7e3a5|#13a10e|#11910d|#0b5a08|#13a10e|#13a10e|#a7e3a5|#13" +
  "a10e|#fefbf4|#f9e2ae|#eaa300|#d39300|#835b00|#eaa300|#eaa300|#f9e2ae|#eaa300|#dc5e62|#359b35|#fef7b2|#d69ca5|#" +
  "420610|#750b1c|#eeacb2|#6e0811|#c50f1f|#efc4ad|#712d09|#ca5010|#ffddb3|#8f4e00|#ff8c00|#ecdfa5|#6c5700|#c19c00" +
  "|#e0cea2|#553e06|#986f0b|#ddc3b0|#50301a|#8e562e|#bdd99b|#294903|#498205|#a8f0cd|#00723b|#00cc6a|#9ad29a|#063b" +
  "06|#0b6a0b|#a6e9ed|#00666d|#00b7c3|#9bd9db|#02494c|#038387|#94c8d4|#00333f|#005b70|#a9d3f2|#004377|#0078d4|#9a" +
  "bfdc|#002c4e|#004e8c|#c8d1fa|#2c3c85|#4f6bed|#a3b2e8|#001665|#0027b4|#d2ccf8|#3f3682|#7160e8|#c6b1de|#341a51|#" +
  "5c2e91|#d9a7e0|#4c0d55|#881798|#e6bfed|#63276d|#b146c2|#f7c0e3|#80215d|#e43ba6|#eca5d1|#6b0043|#bf0077|#d696c0" +
  "|#43002b|#77004d|#d7d4d4|#444241|#7a7574|#cecccb|#343231|#5d5a58|#cdd6d8|#3b4447|#69797e|#bcc3c7|#202427|#3941" +
  "46|#f1faf1|#9fd89f|#107c10|#0e700e|#094509|#107c10|#54b054|#107c10|#9fd89f|#107c10|#fff9f5|#fdcfb4|#f7630c|#bc" +
  "4b09|#8a3707|#bc4b09|#faa06b|#f7630c|#fdcfb4|#bc4b09|#fdf3f4|#eeacb2|#c50f1f|#b10e1c|#6e0811|#c50f1f|#dc626d|#" +
  "c50f1f|#eeacb2|#c50f1f|#b10e1c|#960b18|0 0 2px rgba(0,0,0,0.12), 0 1px 2px rgba(0,0,0,0.14)|0 1px 2px rgba(16," +
  "32,31,.06), 0 2px 6px rgba(16,32,31,.05)|0 0 2px rgba(0,0,0,0.12), 0 4px 8px rgba(0,0,0,0.14)|0 2px 6px rgba(1" +
  "6,32,31,.06), 0 12px 32px rgba(16,32,31,.10)|0 0 8px rgba(0,0,0,0.12), 0 14px 28px rgba(0,0,0,0.14)|0 4px 12px" +
  " rgba(16,32,31,.08), 0 24px 64px rgba(16,32,31,.20)|0 0 2px rgba(0,0,0,0.30), 0 1px 2px rgba(0,0,0,0.25)|0 0 2" +
  "px rgba(0,0,0,0.30), 0 2px 4px rgba(0,0,0,0.25)|0 0 2px rgba(0,0,0,0.30), 0 4px 8px rgba(0,0,0,0.25)|0 0 2px r" +
  "gba(0,0,0,0.30), 0 8px 16px rgba(0,0,0,0.25)|0 0 8px rgba(0,0,0,0.30), 0 14px 28px rgba(0,0,0,0.25)|0 0 8px rg" +
  "ba(0,0,0,0.30), 0 32px 64px rgba(0,0,0,0.25)|#2E6B12|#EDF5E6|#8A4B00|#FDF2E0|#B0202F|#FCECEC|#2257A6|#E9F0FA|#" +
  "5F6A69|#EEF1F1|#2F6DB5|#B9570E|#8650A6|#7F6A00|#5C6B78|#B03A6F|#E6EAEA|#171C1C|#E4F3F1|#0A7873|#FFF1B8|rgba(20" +
  ",28,28,.32)|#EBEFEE|#E4E9E8|#D5EAE7|#24273A";
/** Empty where it is as in the light theme. */
export const DARK =
  "|||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||||#E8EDEC|#FFFFFF|#FFFFFF|#ffff" +
  "ff|#B7C0BF|#E8EDEC|#E8EDEC|#ffffff|#3BA69F|#1D8A84|#3BA69F|#93A09E|#d6d6d6|#d6d6d6|#d6d6d6|#3BA69F|#1D8A84|#3B" +
  "A69F|#93A09E|#adadad|#ffffff|#ffffff|#ffffff|#5c5c5c||#75C8C2|#56B8B1|#1D8A84|#3BA69F|#d6d6d6|#ffffff|#ffffff|" +
  "#ffffff|#56B8B1|#56B8B1|#1D8A84|#75C8C2|#56B8B1|#95D7D2|#EAF8F6|||#04211F|#242424|#242424|#242424|#242424|#042" +
  "11F|||||#0A7873|#066A66|#075D59|||||#161A1A|#1D2222|#242A2A|#12302E|#131717|#333333|#141414|#2e2e2e|#0E1111|#2" +
  "92929|#0a0a0a|#242424|#1D2222|#1f1f1f|#000000|#1a1a1a|#000000|#141414|#050505|#0f0f0f|#2A3131||#1a1a1a|#0a0a0a" +
  "||#292929|#ffffff|#f5f5f5|#e0e0e0|#ebebeb|#3d3d3d|rgba(26, 26, 26, 0.5)|rgba(31, 31, 31, 0.7)||#1F2525|#262D2D" +
  "|#333333|rgba(36, 36, 36, 0.8)|rgba(36, 36, 36, 0.5)||||||||||#141414|#292929||#575757|#333333|rgba(255, 255, " +
  "255, 0.1)|rgba(255, 255, 255, 0.05)|rgba(0, 0, 0, 0.5)|rgba(255, 255, 255, 0.6)|#56B8B1|#75C8C2|#3BA69F||#56B8" +
  "B1|#56B8B1|#1D8A84||#05201E|#083F3C|#02100F|||||||#333333|#3d3d3d|#2e2e2e|#383838|#141414|#8A9695|#B7C0BF|#b3b" +
  "3b3|#3BA69F|#394141|#4B5554|#6b6b6b|#707070|#272D2D|#202626|#3d3d3d|#2e2e2e|#242424|#3d3d3d|#0a0a0a|#292929|||" +
  "||#56B8B1|#084E4B|#084E4B|#07302E|#084E4B|#56B8B1|#56B8B1|#1D8A84|#424242|#3d3d3d|||||rgba(255, 255, 255, 0.1)" +
  "||#000000|#E8EDEC|rgba(0,0,0,0.24)|rgba(0,0,0,0.28)|rgba(0,0,0,0.12)|rgba(0,0,0,0.14)|rgba(0,0,0,0.40)|rgba(0," +
  "0,0,0.48)|||#3f1011|#751d1f||#e37d80|#f1bbbc|#e37d80|#e37d80|#d13438|#e37d80|#052505|#094509||#54b054|#9fd89f|" +
  "#9fd89f|#54b054|#107c10|#9fd89f|#411200|#7a2101||#e9835e|#f4bfab|#e9835e|#e9835e|#da3b01|#e9835e|#4c4400|#8174" +
  "00||#feee66|#fef7b2|#fdea3d|#feee66|#fde300|#fdea3d|#3a1136|#6d2064||#da7ed0|#edbbe7|#d161c4|#da7ed0|#c239b3|#" +
  "d161c4|#063004|#0b5a08||#5ec75a|#a7e3a5|#3db838|#5ec75a|#13a10e|#3db838|#463100|#835b00||#f2c661|#f9e2ae|#efb8" +
  "39|#f2c661|#eaa300|#efb839|#d13438|#107c10|#817400|#590815|#d69ca5|#ac4f5e|#6e0811|#eeacb2|#dc626d|#712d09|#ef" +
  "c4ad|#df8e64|#8f4e00|#ffddb3|#ffba66|#6c5700|#ecdfa5|#dac157|#553e06|#e0cea2|#c1a256|#50301a|#ddc3b0|#bb8f6f|#" +
  "294903|#bdd99b|#85b44c|#00723b|#a8f0cd|#5ae0a0|#063b06|#9ad29a|#4da64d|#00666d|#a6e9ed|#58d3db|#02494c|#9bd9db" +
  "|#4cb4b7|#00333f|#94c8d4|#4496a9|#004377|#a9d3f2|#5caae5|#002c4e|#9abfdc|#4a89ba|#2c3c85|#c8d1fa|#93a4f4|#0016" +
  "65|#a3b2e8|#546fd2|#3f3682|#d2ccf8|#a79cf1|#341a51|#c6b1de|#9470bd|#4c0d55|#d9a7e0|#b55fc1|#63276d|#e6bfed|#cf" +
  "87da|#80215d|#f7c0e3|#ef85c8|#6b0043|#eca5d1|#d957a8|#5a003b|#d696c0|#ad4589|#444241|#d7d4d4|#afabaa|#343231|#" +
  "cecccb|#9e9b99|#3b4447|#cdd6d8|#a0adb2|#202427|#bcc3c7|#808a90|#052505|#094509||#54b054|#9fd89f|#9fd89f|#0e700" +
  "e|#54b054|#107c10|#9fd89f|#4a1e04|#8a3707||#faa06b|#fdcfb4|#f98845|#bc4b09|#faa06b|#f7630c|#f98845|#3b0509|#6e" +
  "0811||#dc626d|#eeacb2|#eeacb2|#b10e1c|#dc626d|#c50f1f|#dc626d|||0 0 2px rgba(0,0,0,0.24), 0 1px 2px rgba(0,0,0" +
  ",0.28)|0 1px 2px rgba(0,0,0,.5)|0 0 2px rgba(0,0,0,0.24), 0 4px 8px rgba(0,0,0,0.28)|0 0 0 1px #2B3232, 0 12px" +
  " 32px rgba(0,0,0,.5)|0 0 8px rgba(0,0,0,0.24), 0 14px 28px rgba(0,0,0,0.28)|0 0 0 1px #323A3A, 0 24px 64px rgb" +
  "a(0,0,0,.65)|||||||#8CCB6B|#1C2A15|#F0B357|#33260F|#FF8F8F|#3A1B1D|#86B6F5|#172638|#93A09E|#232929|#669EE0|#DD" +
  "8844|#B88BD8|#C4AA3C|#9BABB9|#F08AB4|#262C2C|#E8EDEC|#12302E|#56B8B1|#4A3E10|rgba(0,0,0,.56)|#191E1E|#1D2323|#" +
  "10302D|#1E2030";
